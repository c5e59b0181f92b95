import 'wouter/use-browser-location'

let isTraversal = false
// Added before the listener of the router, which draws the next screen.
addEventListener('popstate', () => {
  isTraversal = true
})
addEventListener('pushState', () => {
  isTraversal = false
})

/** Whether the visitor went back or forward to the current screen. */
export const isBackOrForward = () => isTraversal
