import { expect, type Locator, type Page } from '@playwright/test'
import { allAnswered } from './requests-under-way.ts'
import { roundTrip } from './round-trip.ts'
import type { Site } from './running-site.ts'

/** The part of an item's address that all its variants share. */
export const keyOf = (address: string) => /\/([^/]+)-\w+\.\w+$/.exec(address)?.[1] ?? `no item in ${address}`

/** The rate screen as a visitor finds their way about it. */
export const rateScreen = (page: Page) => {
  const main = page.getByRole('main')
  const stage = page.getByRole('region', { name: 'Stage' })
  /** The photo or video with this position in the visitor's run. */
  const item = (position: number) => stage.getByRole('img', { name: new RegExp(`^Photo ${position} of many`) })
  /** What is on the stage may be voted on (`docs/decisions/021`). */
  const settled = () => expect(stage).toHaveAttribute('aria-busy', 'false')
  /** So many photos have loaded, those beneath the first one with it: from then on the clock of the page may stand still. */
  const loaded = async (count: number) => {
    const photos = () =>
      stage
        .locator('img:not([src^="data:"])')
        .evaluateAll(
          (all: HTMLImageElement[]) => all.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length,
        )
    await expect.poll(photos).toBe(count)
    await roundTrip(page)
  }
  /** Waits for the item of this position, until it may be voted on, and tells which it is. */
  const shown = async (position: number) => {
    await expect(item(position)).toBeVisible()
    await settled()
    await expect(item(position)).toHaveAttribute('src', /-\w+\.\w+$/)
    return keyOf((await item(position).getAttribute('src')) ?? '')
  }
  /** Opens the page there, and tells which item it begins with. */
  const open = async () => {
    await page.goto('/')
    return shown(1)
  }
  return {
    main,
    stage,
    item,
    settled,
    hot: page.getByRole('button', { name: 'Hot', exact: true }),
    not: page.getByRole('button', { name: 'Not', exact: true }),
    skip: page.getByRole('button', { name: 'Skip this photo', exact: true }),
    undo: page.getByRole('button', { name: 'Undo your vote' }),
    stats: page.getByRole('region', { name: 'Votes so far' }),
    viewer: page.getByRole('dialog', { name: /^(Photo|Video) \d+ of many/ }),
    allRated: page.getByText('You have rated all the media we have right now - check back soon for more!'),
    refresh: page.getByRole('button', { name: 'Refresh for more images' }),
    shown,
    loaded,
    open,
    /** The same where there are no more than three items; from then on the page asks nothing by itself. */
    async openAtRest() {
      const noneLeft = page.waitForResponse((answer) => answer.status() === 404 && answer.url().includes('/random/'))
      const first = await open()
      await noneLeft
      await allAnswered(page)
      return first
    },
  }
}

/** The page comes as if it brought no item along: it asks for its first one like for any other. */
export const withoutFirstItem = (page: Page) =>
  page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('id="first-item"', 'id="dropped"')
      await route.fulfill({ response, body })
    },
  )

/** The browser says that data is to be saved: one item is prefetched, no more. */
export const saveData = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))

/** The focus is inside the dialog, so it receives the keys that a test presses next. */
export const expectKeyboardIn = (dialog: Locator) =>
  expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)

/** The generated name in the page's banner: two words and a number. On a phone only the label of the avatar has it. */
export const usernameOn = async (page: Page) => {
  const banner = page.getByRole('banner')
  let name = ''
  // What was found, not what a second look would find: the page may be loading anew by then.
  await expect
    .poll(async () => {
      name = /([A-Z][a-z]+){2}\d+/.exec(await banner.ariaSnapshot())?.[0] ?? ''
      return name
    })
    .not.toBe('')
  return name
}

/** The screen has loaded: its heading is no longer that of the placeholder. */
export const screenIsThere = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: /^(?!Loading)/ })).toBeVisible()

type StoredVote = { key: string; isHot: boolean }

/** Votes are sent in the background, and may arrive in any order. */
const inOneOrder = (votes: StoredVote[]) => votes.toSorted((a, b) => a.key.localeCompare(b.key))

/** What is stored for the one visitor who is not `others`. */
const votesOf = async (site: Site, others: { id: number }[] = []) => {
  const rows = await site.query<{ original: string; isHot: boolean }>(
    `SELECT m.original_key AS original, v.is_hot AS "isHot" FROM votes v JOIN media m ON m.id = v.media_id
     WHERE v.user_id <> ALL ($1::bigint[])`,
    [others.map(({ id }) => id)],
  )
  return inOneOrder(rows.map(({ original, isHot }) => ({ key: keyOf(`/${original}`), isHot })))
}

/** Waits until exactly these votes are stored. */
export const expectVotes = (site: Site, votes: StoredVote[], others: { id: number }[] = []) =>
  expect.poll(() => votesOf(site, others)).toEqual(inOneOrder(votes))
