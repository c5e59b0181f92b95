import type { Session } from '@hotvote/shared/visitor/sessions'
import { useRef, useState } from 'react'
import { useEmailEntry } from '../../lib/session/email-entry.ts'
import { fromProfileForm, useLinkClick, useMagicLink } from '../../lib/session/magic-link.ts'

/** A new address counts only after a click on its link (docs/decisions/007). */
export function useNewEmail(user: Session) {
  const { field, address, isChanged, confirm } = useEmailEntry(user.email ?? '')
  const { send } = useMagicLink(fromProfileForm)
  const [sentTo, setSentTo] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const isSent = address === sentTo
  useLinkClick(isSent && isChanged)

  /** Undefined if the field shows an error. */
  const confirmed = async () => {
    const found = await confirm()
    if (found === undefined) input.current?.focus()
    return found
  }
  return {
    /** False for the saved address, and for one that already got a link. */
    isWanted: isChanged && !isSent && address !== '',
    confirm: confirmed,
    sendLink: (email: string) => send(email, () => setSentTo(email)),
    field: {
      ...field,
      ref: input,
      hint: getHint(user, address),
      ...(isSent && isChanged && { check: { status: 'empty' as const }, hint: sentHint(address) }),
    },
  }
}

const sentHint = (address: string) =>
  `We sent a link to ${address}. Check your inbox and click it to confirm the address.`

function getHint({ email }: Session, address: string) {
  if (email === null) return "Used to log in on other devices. We'll email you a link to confirm it."
  if (address === '') return `Your account stays saved as ${email}. Enter a new email to change it.`
  return 'Click the link we email you to confirm a new address.'
}
