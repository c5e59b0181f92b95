/**
 * What is done as screens come and go by `screen-history.ts` and `scroll-place.ts`, which no picture waits for. Until
 * they are there, each screen begins at its top, and going back leads to the screen before.
 */
export const screenStart = {
  popped: (_event: PopStateEvent) => {},
  scroll: () => scrollTo(0, 0),
}

// Browsers tell those who listen in their order: this comes before all who draw the screen that is come to.
addEventListener('popstate', (event) => screenStart.popped(event))
