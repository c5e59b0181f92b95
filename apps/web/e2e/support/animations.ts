import type { Page } from '@playwright/test'

/** Waits for all animations except endless spinners, so positions are final. */
const endAnimations = (page: Page, isHurried: boolean) =>
  page.evaluate(async (hurried) => {
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
    // One animation's end may start another.
    while (runningAnimations().length > 0) {
      const ending = runningAnimations()
      if (hurried) for (const movement of ending) movement.finish()
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
  }, isHurried)

export const animationsEnded = (page: Page) => endAnimations(page, false)

export const finishAnimations = (page: Page) => endAnimations(page, true)
