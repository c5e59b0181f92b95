import { writeStored } from '../../lib/browser/preferences.ts'

/** Pixels: minimum (`visitor.md §2`) and maximum height of an ad. */
const [LEAST, MOST] = [50, 600]

/** Stores the height for the next visit (`public/theme.js`). */
export function setAdHeight(height: number) {
  // The ad has not rendered yet.
  if (height === 0) return
  const pixels = Math.ceil(Math.min(MOST, Math.max(LEAST, height)))
  document.documentElement.style.setProperty('--ad-height', `${pixels}px`)
  writeStored('hotvote-ad-height', String(pixels))
}
