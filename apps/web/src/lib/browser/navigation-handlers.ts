/**
 * What navigation does, replaced by `screen-history.ts` and `scroll-restoration.ts` once they are loaded, which no picture
 * waits for. Until then each screen begins at its top, and going back leads to the screen before.
 */
export const navigationHandlers = {
  onPopState: (_event: PopStateEvent) => {},
  restoreScroll: () => scrollTo(0, 0),
}

// Listeners are called in the order they were added: this one before those that draw the next screen.
addEventListener('popstate', (event) => navigationHandlers.onPopState(event))
