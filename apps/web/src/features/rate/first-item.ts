import type { FirstItem, RatingItem } from '@hotvote/shared/rating'

const { dataset } = document.documentElement

/** JSON that the server wrote into the page, unless `public/first-picture.js` dropped it (docs/decisions/011). */
const written = dataset.first === 'shown' && document.getElementById('first-item')?.textContent

const first: FirstItem | undefined = written ? JSON.parse(written) : undefined

/** The film that was painted without the scripts. */
const paintedFilm = first ? document.querySelector<HTMLVideoElement>('#root .stage video') : null

/** The item that the page came with. */
export const firstItem = () => first?.item

/** It is painted before the page's scripts run: it does not fade in a second time. */
export const isFirstItem = (item: RatingItem) => item === first?.item

/** Draws the picture that the page came with, and lets go of its film: the one in its place may take a moment to show one. */
export const drawPaintedFilm = (canvas: HTMLCanvasElement) => {
  if (!paintedFilm) return
  Object.assign(canvas, { width: paintedFilm.videoWidth, height: paintedFilm.videoHeight })
  canvas.getContext('2d')?.drawImage(paintedFilm, 0, 0)
  paintedFilm.removeAttribute('src')
  paintedFilm.load()
}

/** The page was made for another visitor than the one who turned out to be here. */
export const isForAnother = (item: RatingItem, userId: number | undefined) =>
  isFirstItem(item) && userId !== undefined && first?.userId !== null && first?.userId !== userId

/** It has been on the screen for as long as it takes to be voted on. */
export const wasFirstItemSeen = () => dataset.seen !== undefined

/**
 * A press on it from before it is known who is here; the first one counts. `public/first-picture.js` keeps one from before the
 * scripts were there in the same place, by which the buttons show it. False: it is no vote yet.
 */
export const keepPress = (isHot: boolean) => {
  dataset.press ??= isHot ? 'hot' : 'not'
  return false
}

/** The press that was kept: whether it was Hot, once. */
export const takePress = () => {
  const { press } = dataset
  delete dataset.press
  return press === undefined ? undefined : press === 'hot'
}
