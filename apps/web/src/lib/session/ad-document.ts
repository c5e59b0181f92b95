import { isAdFreePath } from '@hotvote/shared/ad-free'

/** The document's CSP depends on the path it was opened at. */
const isAdFree = isAdFreePath(location.pathname)

let hasAdRun = false

const secrets = new Set<() => boolean>()

/** Blocks ad code while `isThere` returns true, since ads could read the page. */
export const keepFromAds = (isThere: () => boolean) => void secrets.add(isThere)

/** The server allows ads in this document, and nothing blocks them. */
export const mayRunAds = () =>
  document.documentElement.dataset.ads === 'in-page' && ![...secrets].some((isThere) => isThere())

/** True if a reload may allow ads, because this document was opened at an ad-free path. */
export const mayRunAdsAnew = () => isAdFree

/** Ad code keeps full access to the page until the document is left. */
export const noteAdRan = () => {
  hasAdRun = true
}
export const adHasRun = () => hasAdRun
