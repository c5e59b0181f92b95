import { CircleCheck } from 'lucide-react'
import { fromProfile, useMagicLink, useWaitingEmail } from '../../lib/session/magic-link.ts'
import { useSession } from '../../lib/session/session.ts'
import { Card } from '../../ui/data/card.tsx'
import { LinkRequest } from './link-request.tsx'

/** Profile card for saving the account (`visitor.md §2`). */
export function SaveAccountCard() {
  const { data: user } = useSession()
  const { send, isPending } = useMagicLink(fromProfile)
  const isWaiting = useWaitingEmail() !== null
  if (!user) return null
  if (user.emailVerified)
    return (
      <Card>
        <h2 className="flex items-center gap-2 text-lg">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-ok-ink" /> Account Saved!
        </h2>
        <p className="mt-2 font-semibold wrap-anywhere">{user.email}</p>
        <p className="mt-1 text-sm text-mute">Use this email to log in on any device.</p>
      </Card>
    )
  return (
    <Card>
      <h2 className="text-lg">Save Your Account</h2>
      {!isWaiting && (
        <p className="mt-1 text-mute">
          This account only exists in this browser. Add an email and we'll send you a link, no password needed.
        </p>
      )}
      <LinkRequest
        isSaving
        action="Send Magic Link"
        outcome="Click it to save your account."
        isPending={isPending}
        send={send}
      />
    </Card>
  )
}
