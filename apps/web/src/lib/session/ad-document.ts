import { isAdFreePath } from '@hotvote/shared/ad-free'

/** Of the address that the document was opened at: its policy stays with it. */
const isAdFree = isAdFreePath(location.pathname)

let hasAdRun = false

const secrets = new Set<() => boolean>()

/** As long as `isThere`, no ad code begins to run in this document: it could see what is. */
export const keepFromAds = (isThere: () => boolean) => void secrets.add(isThere)

/** Whether the policy of the document that is open now lets ad code run in it, as the server says in the page, and nothing in it forbids it. */
export const mayRunAds = () =>
  document.documentElement.dataset.ads === 'in-page' && ![...secrets].some((isThere) => isThere())

/** Whether the same address, opened anew, may run ad code where this document may not: another screen was its first. */
export const mayRunAdsAnew = () => isAdFree

/** Ad code ran and has the page's powers until the document is left. */
export const noteAdRan = () => {
  hasAdRun = true
}
export const adHasRun = () => hasAdRun
