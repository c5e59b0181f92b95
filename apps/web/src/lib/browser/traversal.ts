import 'wouter/use-browser-location'

let isTraversal = false
// This listener must be registered before the router's, which renders the next screen.
addEventListener('popstate', () => {
  isTraversal = true
})
addEventListener('pushState', () => {
  isTraversal = false
})

export const isBackOrForward = () => isTraversal
