import * as Radix from '@radix-ui/react-dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import {
  type ComponentProps,
  type ComponentPropsWithoutRef,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useRef,
  useState,
} from 'react'
import { hasMouse } from '../../lib/browser/device.ts'
import { useCloseOnBack } from '../../lib/browser/screen-history.ts'

type Props = ComponentPropsWithoutRef<typeof Radix.Content> & {
  onClose: () => void
  /** Called after the dialog has closed and returned the focus. */
  onClosed?: () => void
  backdrop?: string
  /** Set for a dialog that opens by itself. Clicks outside are ignored, because they may be meant for the page behind it. */
  opensByItself?: boolean
}

/**
 * Base of every dialog. Escape, Back and a click outside close it, and focus returns to the opener.
 * Requires a `Radix.Title`.
 */
export function DialogFrame({
  onClose,
  onClosed,
  backdrop = 'bg-black/60',
  opensByItself,
  className,
  ...content
}: Props) {
  const returnFocus = useReturnFocus(onClosed)
  useCloseOnBack(onClose)
  const keyboard = useScreenKeyboard()
  const onPressBeside = (event: CustomEvent<{ originalEvent: Event }>) => {
    const { originalEvent: press } = event.detail
    // A tap outside while typing only closes the on-screen keyboard.
    const isKeyboards = keyboard.isDismissedBy(press)
    if (isKeyboards || opensByItself) event.preventDefault()
  }
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={clsx('fixed inset-0 z-40', backdrop)} onPointerDown={keyboard.onPressBeside} />
        <Radix.Content
          ref={keyboard.ref}
          onCloseAutoFocus={returnFocus}
          onPointerDownOutside={onPressBeside}
          className={clsx('dialog-frame fixed z-40', className)}
          {...content}
        />
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Returns the focus to the opener, because Radix returns it only to its own `Trigger`. */
function useReturnFocus(onClosed: (() => void) | undefined) {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
    onClosed?.()
  }
}

export const CloseButton = ({ className }: { className: string }) => (
  <Radix.Close
    aria-label="Close"
    className={clsx('grid size-11 shrink-0 place-items-center rounded-control text-mute hover:bg-raised', className)}
  >
    <X aria-hidden className="size-5" />
  </Radix.Close>
)

/** Minimum height of a keyboard in pixels. Smaller changes are browser bars that appear or disappear. */
const KEYBOARD_MIN = 100

/** Scrolls to the whole form if it fits, or else to the focused field. */
function showField(field: Element, frame: HTMLElement) {
  field.closest('form')?.scrollIntoView({ block: 'nearest' })
  const [inner, outer] = [field.getBoundingClientRect(), frame.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom) field.scrollIntoView({ block: 'nearest' })
}

function keepAboveKeyboard(frame: HTMLElement) {
  if (!window.visualViewport) return
  const { visualViewport: viewport } = window
  const place = ({ type }: Event) => {
    const { height, offsetTop, scale } = viewport
    const field = document.activeElement
    // Exclude zoomed pages, whose visible part is also smaller.
    const isCovered = scale < 1.01 && document.documentElement.clientHeight - height > KEYBOARD_MIN
    const isAbove = isCovered && frame.contains(field)
    frame.style.setProperty('--visible-top', isAbove ? `${offsetTop}px` : null)
    frame.style.setProperty('--visible-height', isAbove ? `${height}px` : null)
    if (isAbove && field && type !== 'scroll') showField(field, frame)
  }
  const stop = new AbortController()
  viewport.addEventListener('resize', place, stop)
  viewport.addEventListener('scroll', place, stop)
  frame.addEventListener('focusin', place, stop)
  return () => stop.abort()
}

const isTyping = () => document.activeElement?.matches('textarea, input:not([type=checkbox], [type=radio])') === true

/** Keeps the dialog above a phone's keyboard (`.dialog-frame`); a tap outside only closes the keyboard. */
function useScreenKeyboard() {
  const frame = useRef<HTMLElement>(null)
  const press = useRef<Event>(undefined)
  const ref = useCallback((element: HTMLElement | null) => {
    frame.current = element
    return element ? keepAboveKeyboard(element) : undefined
  }, [])
  return {
    ref,
    /** Call this when a press starts. After the press, the field has already lost focus. */
    onPressBeside: ({ pointerType, nativeEvent }: PointerEvent) => {
      press.current = pointerType === 'touch' && isTyping() ? nativeEvent : undefined
    },
    /** True if the press only closes the keyboard. */
    isDismissedBy: (pointerDown: Event) => {
      if (press.current !== pointerDown) return false
      frame.current?.focus()
      return true
    },
  }
}

type DialogProps = Pick<ComponentProps<typeof DialogFrame>, 'onClose' | 'onClosed' | 'opensByItself'> & {
  title: string
  /** Sentence below the title; screen readers read both. */
  description?: ReactNode
  children: ReactNode
  className?: string
}

export function Dialog({ title, description, children, className, ...frame }: DialogProps) {
  return (
    <DialogFrame
      {...frame}
      {...(description === undefined && { 'aria-describedby': undefined })}
      onOpenAutoFocus={(event) => {
        // Focus the dialog instead of its close button on touch devices.
        if (hasMouse() || !(event.target instanceof HTMLElement)) return
        event.preventDefault()
        event.target.focus()
      }}
      className={clsx(
        'm-auto h-fit max-h-[calc(var(--visible-height,100%)-2rem)] w-[min(28rem,calc(100%-2rem))] overflow-y-auto',
        'animate-appear outline-none rounded-card border border-line bg-panel p-5 shadow-soft sm:p-6',
        className,
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <Radix.Title className="text-xl">{title}</Radix.Title>
          {description !== undefined && (
            <Radix.Description className="mt-1.5 wrap-anywhere text-mute">{description}</Radix.Description>
          )}
        </div>
        <CloseButton className="-m-2" />
      </div>
      {children}
    </DialogFrame>
  )
}
