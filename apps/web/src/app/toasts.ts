import { nextToast, shownToast } from '../lib/browser/toasts.ts'
import { lazyComponent } from '../lib/net/lazy-component.tsx'
import { PlainToasts } from '../ui/overlays/plain-toasts.tsx'
import { whenIdle } from './lazy-when-idle.ts'

/** What shows toasts: fetched for the first of them, or before, as soon as the browser is idle. Without it they are plain. */
export const Toasts = lazyComponent(async () => {
  if (!shownToast()) await Promise.race([whenIdle(), nextToast()])
  return import('../ui/overlays/toast.tsx').then(
    ({ Toasts }) => Toasts,
    () => PlainToasts,
  )
})
