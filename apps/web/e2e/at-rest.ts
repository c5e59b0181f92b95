import type { Page } from '@playwright/test'

/** Until nothing moves or fades any more, so that places and sizes are those that a visitor sees. Spinners never end. */
export const atRest = (page: Page) =>
  page.evaluate(async () => {
    const movements = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
    // What ends may begin something else.
    while (movements().length > 0) await Promise.allSettled(movements().map(({ finished }) => finished))
  })
