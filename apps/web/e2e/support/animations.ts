import type { Page } from '@playwright/test'

/** Until all animations have ended, so that positions and sizes are final. Those of spinners never end. */
const endAnimations = (page: Page, isHurried: boolean) =>
  page.evaluate(async (hurried) => {
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
    // The end of one may start another one.
    while (runningAnimations().length > 0) {
      const ending = runningAnimations()
      if (hurried) for (const movement of ending) movement.finish()
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
  }, isHurried)

export const animationsEnded = (page: Page) => endAnimations(page, false)

/** The same, but skips to the end of each. */
export const finishAnimations = (page: Page) => endAnimations(page, true)
