/** Documents of these addresses came with a policy that lets nothing foreign run (docs/decisions/008). */
const isAdFree = /^\/(adm|dmca)(\/|$)/i.test(location.pathname)

let hasAdRun = false

/** Whether the document that is open now may run ad code; another screen may have been its first. */
export const mayRunAds = () => !isAdFree

/** Ad code ran and has the page's powers until the document is left. */
export const noteAdRan = () => {
  hasAdRun = true
}
export const adHasRun = () => hasAdRun
