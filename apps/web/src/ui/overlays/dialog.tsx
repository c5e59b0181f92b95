import * as Radix from '@radix-ui/react-dialog'
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { hasMouse } from '../../lib/browser/device.ts'
import { CloseButton, DialogFrame } from './dialog-frame.tsx'

type Props = Pick<ComponentProps<typeof DialogFrame>, 'opensByItself'> & {
  title: string
  /** A sentence below the title, read with it. */
  description?: ReactNode
  onClose: () => void
  children: ReactNode
  className?: string
}

/** A dialog with a title and a cross. */
export function Dialog({ title, description, onClose, opensByItself = false, children, className }: Props) {
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
