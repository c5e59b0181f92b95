import * as Radix from '@radix-ui/react-dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasMouse } from '../lib/browser/pointer.ts'
import { useCloseOnBack } from './use-close-on-back.ts'
import { useReturnFocus } from './use-return-focus.ts'

type Props = {
  title: string
  /** A sentence below the title, read with it. */
  description?: ReactNode
  onClose: () => void
  children: ReactNode
  className?: string
}

/** A dialog that is open while it is mounted; Escape, its cross, a click beside it and going back close it. */
export function Dialog({ title, description, onClose, children, className }: Props) {
  const returnFocus = useReturnFocus()
  useCloseOnBack(onClose)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            // Nobody who touches looks for a ring around the cross: the dialog itself takes the keyboard.
            if (hasMouse() || !(event.target instanceof HTMLElement)) return
            event.preventDefault()
            event.target.focus()
          }}
          onCloseAutoFocus={returnFocus}
          className={clsx(
            'fixed inset-0 z-40 m-auto h-fit max-h-[calc(100%-2rem)] w-[min(28rem,calc(100%-2rem))] overflow-y-auto',
            'animate-appear outline-none rounded-card border border-line bg-panel p-5 shadow-soft sm:p-6',
            className,
          )}
        >
          <div className="flex items-start justify-between gap-3">
            <Radix.Title className="text-xl">{title}</Radix.Title>
            <Radix.Close
              aria-label="Close"
              className="-m-2 grid size-11 shrink-0 place-items-center rounded-control text-mute hover:bg-raised"
            >
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </div>
          {description !== undefined && (
            <Radix.Description className="mt-1.5 wrap-anywhere text-mute">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
