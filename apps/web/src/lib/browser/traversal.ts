import 'wouter/use-browser-location'

let isTraversal = false
// Must be registered before the router's listener, which renders the next screen.
addEventListener('popstate', () => {
  isTraversal = true
})
addEventListener('pushState', () => {
  isTraversal = false
})

export const isBackOrForward = () => isTraversal
