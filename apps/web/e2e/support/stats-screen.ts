import type { Session } from '@hotvote/shared/visitor/sessions'
import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import { expect, type Page } from '@playwright/test'
import { type MadeFile, photo } from './made-media.ts'
import type { Site } from './running-site.ts'

export const statsScreen = (page: Page) => {
  const main = page.getByRole('main')
  const cards = main.getByRole('list', { name: 'Your media' }).getByRole('listitem')
  const total = (label: string) =>
    main.getByRole('list', { name: 'Totals' }).getByRole('listitem').filter({ hasText: label })
  return {
    main,
    cards,
    total,
    card: (name: string) => cards.filter({ hasText: name }),
    thumbnail: (name: string) => main.getByRole('button', { name: `Details of ${name}` }),
    remove: (name: string) => main.getByRole('button', { name: `Delete ${name}` }),
    details: page.getByRole('dialog'),
    question: page.getByRole('alertdialog'),
    toast: page.getByRole('region', { name: 'Notification' }).getByRole('listitem'),
    async open() {
      await page.goto('/stats')
      await expect(total('Total Uploads').getByText(/\d/)).toBeVisible()
    },
    async expectTotals(uploads: string, votes: string, views: string) {
      await expect(total('Total Uploads')).toContainText(uploads)
      await expect(total('Total Votes')).toContainText(votes)
      await expect(total('Total Views')).toContainText(views)
    },
  }
}

/** Adds items `1.jpg` … without files for the page's visitor, oldest first. */
export const seedOwn = (site: Site, items: number) =>
  site.query(
    `INSERT INTO media (owner_id, status, mime_type, original_name, size_bytes, width, height, original_key, sha256)
    SELECT id, 'ready', 'image/jpeg', n || '.jpg', 1000, 640, 480, 'made/' || n || '.jpg', sha256(n::text::bytea)
    FROM users, generate_series(1, $1::int) n ORDER BY n`,
    [items],
  )

/** Serves this photo for every file of `seedOwn`. */
export const showOwn = async (page: Page) => {
  const { mimeType: contentType, buffer: body } = await photo('any.jpg')
  await page.route('**/media/made/**', (route) => route.fulfill({ contentType, body }))
}

/** Creates the visitor's session before the first page load. */
export const arrive = async (page: Page): Promise<Session> => {
  const remembered = { sessionId: 'a'.repeat(32), username: '' }
  await page.addInitScript((session) => {
    localStorage['hotvote-session'] ??= session
  }, JSON.stringify(remembered))
  return (await page.request.post('/api/session', { data: remembered })).json()
}

export const uploadAs = async (page: Page, ...files: MadeFile[]) => {
  const { id } = await arrive(page)
  const made: UploadedMedia[] = []
  for (const file of files) {
    const answer = await page.request.post('/api/media/upload', { multipart: { userId: String(id), file } })
    expect(answer.status(), await answer.text()).toBe(201)
    made.push(await answer.json())
  }
  return made
}
