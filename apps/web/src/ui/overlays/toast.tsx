import * as Radix from '@radix-ui/react-toast'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { closeTopmost } from '../../lib/browser/screen-history.ts'
import { dismissToast, useToast } from '../../lib/browser/toasts.ts'
import { buttonClass } from '../forms/button.tsx'

/** Milliseconds (`visitor.md §9`). */
const TOAST_DURATION_MS = 5000

/** Lets Escape close the dialog instead of the toast, unless the toast has focus. */
function giveEscapeToDialog(event: KeyboardEvent) {
  const isInToast = event.target instanceof Element && event.target.closest('[data-toasts]') !== null
  if (!isInToast && closeTopmost()) event.preventDefault()
}

/** Position and duration follow `visitor.md §2` and `§9`. */
export function Toasts() {
  const shown = useToast()
  return (
    <Radix.Provider label="Notification" duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={50}>
      {shown && (
        <Radix.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={(open) => !open && dismissToast(shown.id)}
          onEscapeKeyDown={giveEscapeToDialog}
          className={clsx(
            // Keep toasts clickable while a dialog is open.
            'pointer-events-auto flex items-start gap-3 rounded-card border bg-panel py-2 pr-2 pl-4 shadow-soft',
            'data-[state=open]:animate-appear data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            shown.variant === 'destructive' ? 'border-danger-ink' : 'border-edge',
          )}
        >
          <div className="min-w-0 flex-1 py-2">
            <Radix.Title className={clsx('font-semibold', shown.variant === 'destructive' && 'text-danger-ink')}>
              {shown.title}
            </Radix.Title>
            {shown.description && (
              <Radix.Description className="text-sm text-pretty break-words text-mute">
                {shown.description}
              </Radix.Description>
            )}
          </div>
          {shown.action && (
            <Radix.Action
              altText={shown.action.hint}
              onClick={shown.action.run}
              className={buttonClass({ size: 'small' })}
            >
              {shown.action.label}
            </Radix.Action>
          )}
          <Radix.Close
            aria-label="Dismiss"
            className="grid size-11 place-items-center rounded-control text-mute hover:bg-raised"
          >
            <X aria-hidden className="size-4" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        data-toasts
        hotkey={['F8']}
        // Keep Radix dialogs from hiding toasts from screen readers. Each toast announces itself.
        aria-live="off"
        className="mx-safe fixed inset-x-0 top-0 z-50 flex flex-col p-2 md:top-auto md:right-0 md:bottom-[var(--toast-bottom,0px)] md:left-auto md:w-full md:p-4 beside:top-0 beside:bottom-auto md:max-w-[420px]"
      />
    </Radix.Provider>
  )
}
