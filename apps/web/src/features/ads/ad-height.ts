import { writeStored } from '../../lib/browser/preferences.ts'

/** Pixels: the least that `visitor.md §2` asks for, and the most that an ad may take. */
const [LEAST, MOST] = [50, 600]

/** Makes the room for the ad as high as the ad, and keeps the height for the next visit (`public/theme.js`). */
export function setAdHeight(height: number) {
  // The ad has not drawn anything yet.
  if (height === 0) return
  const pixels = Math.ceil(Math.min(MOST, Math.max(LEAST, height)))
  document.documentElement.style.setProperty('--ad-height', `${pixels}px`)
  writeStored('hotvote-ad-height', String(pixels))
}
