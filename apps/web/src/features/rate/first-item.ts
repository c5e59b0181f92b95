import type { FirstItem, RatingItem } from '@hotvote/shared/rating'

/** What the server wrote into the page, unless `public/first-picture.js` found that it does not count (docs/decisions/068). */
const written = document.documentElement.dataset.first === 'shown' && document.getElementById('first-item')?.textContent

const first: FirstItem | undefined = written ? JSON.parse(written) : undefined

let isTaken = false

/** The item that the page came with, until it was taken once. */
export const firstItem = () => (isTaken || !first ? null : first.item)

export const takeFirstItem = () => {
  isTaken = true
}

/** It is painted before the page's scripts run: it does not fade in a second time. */
export const isFirstItem = (item: RatingItem) => item === first?.item

/** The page was made for another visitor than the one who turned out to be here. */
export const isForAnother = (item: RatingItem | null, userId: number | undefined) =>
  item !== null && isFirstItem(item) && userId !== undefined && first?.userId !== null && first?.userId !== userId
