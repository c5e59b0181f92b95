import { useEffect } from 'react'
import { dismissToast, useToast } from '../../lib/browser/toasts.ts'

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

/** Milliseconds (`visitor.md §9`). */
export const TOAST_DURATION_MS = 5000

/** At the top, on wide screens bottom right (`visitor.md §2`), there above what one votes with. */
export const TOAST_PLACE =
  'mx-safe fixed inset-x-0 top-0 z-50 flex flex-col p-4 md:top-auto md:right-0 md:bottom-[var(--toast-bottom,0px)] md:left-auto md:w-full md:max-w-[420px]'
