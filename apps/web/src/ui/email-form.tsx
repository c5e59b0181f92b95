import { type ReactNode, useEffect, useRef } from 'react'
import { useEmailEntry } from '../lib/visitor/use-email-entry.ts'
import { Button } from './button.tsx'
import { EmailField } from './email-field.tsx'

type Props = {
  /** Words of the button, and while it is on its way. */
  action: string
  pendingAction?: string
  isPending: boolean
  /** Gets an address that can receive mail, trimmed and in lower case. */
  onSend: (address: string) => void
  hint?: ReactNode
  /** Stands in the field at first. */
  initial?: string
  /** It replaces what had the keyboard, or is what a dialog is about. */
  takesFocus: boolean
  /** Between the field and the button. */
  children?: ReactNode
}

/** One address and one button; whoever closes it unmounts it, which forgets what was typed (`visitor.md §4`). */
export function EmailForm({
  action,
  pendingAction = 'Sending...',
  isPending,
  onSend,
  hint,
  initial = '',
  takesFocus,
  children,
}: Props) {
  const { field, check, confirm } = useEmailEntry('', initial)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  const submit = async () => {
    if (isPending) return
    const address = await confirm()
    if (address === undefined) input.current?.focus()
    else onSend(address)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="mt-4 flex flex-col gap-4"
    >
      <EmailField {...field} ref={input} hint={hint} readOnly={isPending} />
      {children}
      {/* Keeps the keyboard: a button that is really disabled would drop it in the moment of sending. */}
      <Button type="submit" variant="primary" aria-disabled={isPending || check.status !== 'valid'}>
        {isPending ? pendingAction : action}
      </Button>
    </form>
  )
}
