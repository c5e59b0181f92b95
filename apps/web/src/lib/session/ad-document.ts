import { isAdFreePath } from '@hotvote/shared/ad-free'

/** The document's CSP depends on the path it was opened at. */
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

/** Ad code has access to the page until the document is unloaded. */
export const noteAdRan = () => {
  hasAdRun = true
}
export const adHasRun = () => hasAdRun
