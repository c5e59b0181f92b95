import { isAdFreePath } from '@hotvote/shared/ad-free'

/** True if the document was opened at an ad-free path, because this path determines its CSP. */
const isAdFree = isAdFreePath(location.pathname)

let hasAdRun = false

const blockers = new Set<() => boolean>()

/** Blocks ads while `isBlocking` returns true, because ad code can read the page. */
export const blockAdsWhile = (isBlocking: () => boolean) => void blockers.add(isBlocking)

/** True if the server allows ads in this document and nothing blocks them. */
export const mayRunAds = () =>
  document.documentElement.dataset.ads === 'in-page' && ![...blockers].some((isBlocking) => isBlocking())

/** True if this document was opened at an ad-free path, so a reload elsewhere may allow ads. */
export const mayReloadForAds = () => isAdFree

/** Records that ad code has run. The code has access to the page until the document is unloaded. */
export const noteAdRan = () => {
  hasAdRun = true
}
export const adHasRun = () => hasAdRun
