import { expect, type Locator, type Page } from '@playwright/test'
import { pressTabTo } from './accessible.ts'
import { roundTrip } from './calls.ts'
import { animationsEnded } from './rendering.ts'
import type { Site } from './running-site.ts'

/** The part of an item's URL that all its variants share. */
export const keyOf = (address: string) => /\/([^/]+)-\w+\.\w+$/.exec(address)?.[1] ?? `no item in ${address}`

export const rateScreen = (page: Page) => {
  const main = page.getByRole('main')
  const stage = page.getByRole('region', { name: 'Photo to rate' })
  /** The photo or video at this position in the visitor's run. */
  const item = (position: number) => stage.getByRole('img', { name: new RegExp(`^Photo ${position}, uploaded`) })
  /** Waits until the visitor may vote (`docs/decisions/021`). */
  const settled = () => expect(stage).toHaveAttribute('aria-busy', 'false')
  /** Waits for this many photos, prefetched ones included; then the test may stop the clock. */
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
  /** Waits until the visitor may vote on the item at this position; returns its key. */
  const shown = async (position: number) => {
    await expect(item(position)).toBeVisible()
    await settled()
    await expect(item(position)).toHaveAttribute('src', /-\w+\.\w+$/)
    return keyOf((await item(position).getAttribute('src')) ?? '')
  }
  const open = async () => {
    await page.goto('/')
    return shown(1)
  }
  const undo = page.getByRole('button', { name: 'Undo vote' })
  const lastVote = page.getByRole('button', { name: 'Last vote' })
  /** Expands the last vote if it has collapsed. Hovering keeps it expanded. */
  const openLastVote = async () => {
    await lastVote.hover()
    if ((await lastVote.getAttribute('aria-expanded')) === 'false') await lastVote.click()
  }
  /** Expands the last vote by keyboard. The focus keeps it expanded. */
  const tabToLastVote = async () => {
    await pressTabTo(page, lastVote)
    if ((await lastVote.getAttribute('aria-expanded')) === 'false') await page.keyboard.press('Enter')
  }
  const takeBack = async () => {
    await openLastVote()
    await undo.click()
  }
  return {
    main,
    stage,
    item,
    settled,
    hot: page.getByRole('button', { name: 'Hot', exact: true }),
    not: page.getByRole('button', { name: 'Not', exact: true }),
    skip: page.getByRole('button', { name: 'Skip this photo', exact: true }),
    undo,
    lastVote,
    openLastVote,
    tabToLastVote,
    takeBack,
    stats: page.getByRole('region', { name: 'Votes so far' }),
    viewer: page.getByRole('dialog', { name: /^(Photo|Video) \d+, uploaded/ }),
    allRated: page.getByText('You have rated all the media we have right now - check back soon for more!'),
    refresh: page.getByRole('button', { name: 'Refresh for more images' }),
    shown,
    loaded,
    open,
  }
}

/** Drops the first item from the HTML, so the page has to request one. */
export const withoutFirstItem = (page: Page) =>
  page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('id="first-item"', 'id="dropped"')
      await route.fulfill({ response, body })
    },
  )

/** Simulates data saver, which limits the page to one prefetched item. */
export const saveData = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))

/** Checks that the keyboard focus is in the dialog. */
export const expectKeyboardIn = (dialog: Locator) =>
  expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)

/** The generated name in the banner; on phones only the avatar's label has it. */
export const usernameOn = async (page: Page) => {
  const banner = page.getByRole('banner')
  let name = ''
  // Remembers the name from the poll, because the page may reload right afterwards.
  await expect
    .poll(async () => {
      name = /([A-Z][a-z]+){2}\d+/.exec(await banner.ariaSnapshot())?.[0] ?? ''
      return name
    })
    .not.toBe('')
  return name
}

/** Waits until the screen's heading has replaced the loading placeholder's. */
export const rateScreenReady = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: /^(?!Loading)/ })).toBeVisible()

type StoredVote = { key: string; isHot: boolean }

/** Sorts votes, because votes sent in the background may arrive in any order. */
const inOneOrder = (votes: StoredVote[]) => votes.toSorted((a, b) => a.key.localeCompare(b.key))

/** Votes of the one visitor who is not in `others`. */
const votesOf = async (site: Site, others: { id: number }[] = []) => {
  const rows = await site.query<{ original: string; isHot: boolean }>(
    `SELECT m.original_key AS original, v.is_hot AS "isHot" FROM votes v JOIN media m ON m.id = v.media_id
     WHERE v.user_id <> ALL ($1::bigint[])`,
    [others.map(({ id }) => id)],
  )
  return inOneOrder(rows.map(({ original, isHot }) => ({ key: keyOf(`/${original}`), isHot })))
}

export const expectVotes = (site: Site, votes: StoredVote[], others: { id: number }[] = []) =>
  expect.poll(() => votesOf(site, others)).toEqual(inOneOrder(votes))

export const viewerScreen = (page: Page) => {
  const rate = rateScreen(page)
  const { viewer } = rate
  const picture = (position: number) => viewer.getByRole('img', { name: new RegExp(`^Photo ${position}, uploaded`) })
  return {
    rate,
    viewer,
    picture,
    close: viewer.getByRole('button', { name: 'Close' }),
    zoomIn: viewer.getByRole('button', { name: 'Zoom in' }),
    zoomOut: viewer.getByRole('button', { name: 'Zoom out' }),
    /** The zoom level shown on screen. */
    scale: viewer.getByText(/^\d+%$/),
    /** Waits until the visitor may vote on the item at this position; returns its key. */
    async shown(position: number) {
      await expect(picture(position)).toBeVisible()
      await expect(viewer).toHaveAttribute('aria-busy', 'false')
      return keyOf((await picture(position).getAttribute('src')) ?? '')
    },
    async open() {
      const first = await rate.open()
      await page.keyboard.press('Enter')
      await expectKeyboardIn(viewer)
      return first
    },
  }
}

/** The bounding box after all animations. */
export const getBox = async (target: Locator) => {
  await animationsEnded(target.page())
  return (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}
