import type { Page } from '@playwright/test'

/** Until nothing moves or fades any more, so that places and sizes are those that a visitor sees. Spinners never end. */
const rest = (page: Page, isHurried: boolean) =>
  page.evaluate(async (hurried) => {
    const movements = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
    // What ends may begin something else.
    while (movements().length > 0) {
      const ending = movements()
      if (hurried) for (const movement of ending) movement.finish()
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
  }, isHurried)

export const atRest = (page: Page) => rest(page, false)

/** The same at once, for who looks at what comes of it and not at the way there. */
export const endMovements = (page: Page) => rest(page, true)
