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
  /** Called when it is gone and the keyboard is back where it was. */
  onClosed?: () => void
  /** Colour of what lies between the dialog and the screen. */
  backdrop?: string
  /** Nobody pressed anything for it: it may come under a press that is about the screen, so none beside it closes it. */
  opensByItself?: boolean
}

/**
 * Frame of every dialog, open while it is mounted. Escape, a click beside it (unless it opened by itself) and going back close it,
 * and the focus returns to the opener. `Radix.Title` names it.
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
    // A tap beside the dialog while one types only closes the on-screen keyboard.
    const isKeyboards = keyboard.isPutAwayBy(press)
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

/** Radix returns the focus only to a trigger of its own. */
function useReturnFocus(onClosed: (() => void) | undefined) {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
    onClosed?.()
  }
}

/** The cross of a dialog. */
export const CloseButton = ({ className }: { className: string }) => (
  <Radix.Close
    aria-label="Close"
    className={clsx('grid size-11 shrink-0 place-items-center rounded-control text-mute hover:bg-raised', className)}
  >
    <X aria-hidden className="size-5" />
  </Radix.Close>
)

/** Pixels: less of the page than that is covered by bars of the browser, which come and go. */
const KEYBOARD_MIN = 100

/** In a low dialog what belongs together is seen as far as there is room, and in any case what is typed. */
function showField(field: Element, frame: HTMLElement) {
  field.closest('form')?.scrollIntoView({ block: 'nearest' })
  const [inner, outer] = [field.getBoundingClientRect(), frame.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom) field.scrollIntoView({ block: 'nearest' })
}

/** Names in the styles of the frame the part of the page that the keyboard of a phone leaves, while one types in it. */
function keepAboveKeyboard(frame: HTMLElement) {
  if (!window.visualViewport) return
  const { visualViewport: viewport } = window
  const place = ({ type }: Event) => {
    const { height, offsetTop, scale } = viewport
    const field = document.activeElement
    // Who has zoomed in sees a part, too, and moves it about.
    const isCovered = scale < 1.01 && document.documentElement.clientHeight - height > KEYBOARD_MIN
    const isAbove = isCovered && frame.contains(field)
    frame.style.setProperty('--visible-top', isAbove ? `${offsetTop}px` : null)
    frame.style.setProperty('--visible-height', isAbove ? `${height}px` : null)
    if (isAbove && field && type !== 'scroll') showField(field, frame)
  }
  const stop = new AbortController()
  viewport.addEventListener('resize', place, stop)
  viewport.addEventListener('scroll', place, stop)
  // The keyboard may be there already.
  frame.addEventListener('focusin', place, stop)
  return () => stop.abort()
}

const isTyping = () => document.activeElement?.matches('textarea, input:not([type=checkbox], [type=radio])') === true

/**
 * Phones lay their keyboard over the page, which stays as large as it was: what `ref` is given stays above it
 * (`.dialog-frame`). A tap beside it, the usual way to put the keyboard away, does that alone.
 */
function useScreenKeyboard() {
  const frame = useRef<HTMLElement>(null)
  const press = useRef<Event>(undefined)
  const ref = useCallback((element: HTMLElement | null) => {
    frame.current = element
    return element ? keepAboveKeyboard(element) : undefined
  }, [])
  return {
    ref,
    /** Told of each press beside it as it begins: when it has ended, the field has lost the focus already. */
    onPressBeside: ({ pointerType, nativeEvent }: PointerEvent) => {
      press.current = pointerType === 'touch' && isTyping() ? nativeEvent : undefined
    },
    /** Whether the press that began with this `pointerdown` was for the keyboard: then it is put away. */
    isPutAwayBy: (pointerDown: Event) => {
      if (press.current !== pointerDown) return false
      frame.current?.focus()
      return true
    },
  }
}

type DialogProps = Pick<ComponentProps<typeof DialogFrame>, 'opensByItself'> & {
  title: string
  /** A sentence below the title, read with it. */
  description?: ReactNode
  onClose: () => void
  children: ReactNode
  className?: string
}

/** A dialog with a title and a cross. */
export function Dialog({ title, description, onClose, opensByItself = false, children, className }: DialogProps) {
  return (
    <DialogFrame
      onClose={onClose}
      opensByItself={opensByItself}
      {...(description === undefined && { 'aria-describedby': undefined })}
      onOpenAutoFocus={(event) => {
        // Nobody who touches looks for a ring around the cross: the dialog itself takes the keyboard.
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
