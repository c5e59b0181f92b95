import { useEffect } from 'react'
import { dismissToast, useToast } from '../lib/browser/toasts.ts'
import { TOAST_DURATION_MS, TOAST_PLACE } from './toast-place.ts'

/** Toasts of a page that could not fetch what shows them: they are announced and leave by themselves. */
export function PlainToasts() {
  const shown = useToast()
  useEffect(() => {
    if (!shown?.open) return
    const timer = setTimeout(() => dismissToast(shown.id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <section aria-label="Notification" className={TOAST_PLACE}>
      <ol role="status">
        {shown?.open && (
          <li className="rounded-card border border-line bg-panel p-4 shadow-soft">
            <b>{shown.title}</b>
            {shown.description && <p className="text-sm">{shown.description}</p>}
          </li>
        )}
      </ol>
    </section>
  )
}
