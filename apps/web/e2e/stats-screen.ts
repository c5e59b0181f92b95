import type { UploadedMedia } from '@hotvote/shared/uploads'
import { expect, type Page } from '@playwright/test'
import type { MadeFile } from './made-media.ts'
import type { Site } from './running-site.ts'

/** The statistics as a visitor finds their way about them. */
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

/** The visitor of the page, who must be the site's only one so far, uploads over HTTP. */
export const uploadAs = async (page: Page, site: Site, ...files: MadeFile[]) => {
  await statsScreen(page).open()
  const [user] = await site.query<{ id: number }>('SELECT id::int FROM users')
  const made: UploadedMedia[] = []
  for (const file of files) {
    const answer = await page.request.post('/api/media/upload', { multipart: { userId: String(user?.id), file } })
    expect(answer.status(), await answer.text()).toBe(201)
    made.push(await answer.json())
  }
  return made
}
