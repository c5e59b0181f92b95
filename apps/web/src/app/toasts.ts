import { nextToast, shownToast } from '../lib/browser/toasts.ts'
import { lazyComponent } from '../lib/net/lazy-component.tsx'
import { whenIdle } from './lazy-when-idle.ts'

/**
 * What shows toasts: fetched for the first of them, or before, as soon as the browser is idle. When it did not come, the next toast
 * has it fetched again.
 */
export const Toasts = lazyComponent(async () => {
  if (!shownToast()) await Promise.race([whenIdle(), nextToast()])
  for (;;) {
    try {
      return (await import('../ui/toast.tsx')).Toasts
    } catch {
      await nextToast()
    }
  }
})
