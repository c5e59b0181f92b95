let hasAdRun = false

/** True if the server allows ads in this document. The path that opened the document determines its CSP. */
export const mayRunAds = () => document.documentElement.dataset.ads === 'in-page'

/** Records that ad code has run. The code has access to the page until the document is unloaded. */
export const noteAdRan = () => {
  hasAdRun = true
}
export const adHasRun = () => hasAdRun
