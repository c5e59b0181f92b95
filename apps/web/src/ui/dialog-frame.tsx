import * as Radix from '@radix-ui/react-dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ComponentPropsWithoutRef, useState } from 'react'
import { isSecondPressSince } from '../lib/browser/double-press.ts'
import { focusOrMain } from '../lib/browser/focus.ts'
import { useIsUppermost } from './open-frames.ts'
import { useCloseOnBack } from './use-close-on-back.ts'
import { useScreenKeyboard } from './use-screen-keyboard.ts'

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
 * What every dialog stands in, open while it is mounted: the screen below is out of reach; Escape, a click beside it (but
 * not where it opened by itself) and going back close it, and the keyboard goes back to where it was. `Radix.Title` names it.
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
  const isUppermost = useIsUppermost(onClose)
  useCloseOnBack(onClose)
  const keyboard = useScreenKeyboard()
  // Radix gives Escape to the dialog below until it knows of the one that just opened.
  const onEscape = (event: KeyboardEvent) => !isUppermost() && event.preventDefault()
  const onPressBeside = (event: CustomEvent<{ originalEvent: Event }>) => {
    const { originalEvent: press } = event.detail
    // A tap there while one types puts the keyboard away, in each dialog.
    const isKeyboards = keyboard.isPutAwayBy(press)
    // The first half of a double press opened the dialog; the second one is beside it, and nobody's wish to close it.
    if (isKeyboards || opensByItself || isSecondPressSince(press)) event.preventDefault()
  }
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={clsx('fixed inset-0 z-40', backdrop)} onPointerDown={keyboard.onPressBeside} />
        <Radix.Content
          ref={keyboard.ref}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={onEscape}
          onPointerDownOutside={onPressBeside}
          className={clsx('dialog-frame fixed z-40', className)}
          {...content}
        />
      </Radix.Portal>
    </Radix.Root>
  )
}

/** To where the keyboard was, or to the start of the screen when that is gone. */
function useReturnFocus(onClosed: (() => void) | undefined) {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    focusOrMain(opener)
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
