import 'wouter/use-browser-location'

let isTraversal = false
// Register this listener before the router's listener, which renders the next screen.
addEventListener('popstate', () => {
  isTraversal = true
})
addEventListener('pushState', () => {
  isTraversal = false
})

/** True if the visitor opened the current screen with Back or Forward. */
export const isBackOrForward = () => isTraversal
