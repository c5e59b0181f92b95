import type { sendMagicLink } from '@hotvote/shared/visitor/accounts'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { type ToastContent, toast } from '../browser/toasts.ts'
import { callAsVisitor } from './call-as-visitor.ts'
import { sessionKey } from './open-session.ts'
import { sessionQuery, useSession } from './session.ts'
import { markSaveHintSeen, noteEmailGiven, noteLinkSent, useLinkSentTo } from './stored-session.ts'

type Saving = { email: string; username: string; sessionId: string }
type Texts = { done?: ToastContent; failed: { title: string; fallback: string } }

/** Mutation that mails the link, with toasts that differ by screen (`visitor.md §8`). */
const linkMutation = (texts: Texts) =>
  ({
    mutationFn: async (body: Saving) => {
      await callAsVisitor<typeof sendMagicLink>('POST /api/auth/send-magic-link', { body })
      noteEmailGiven(body.email)
      noteLinkSent(body.email)
      markSaveHintSeen()
    },
    meta: { ...texts, invalidates: [sessionKey] },
  }) satisfies UseMutationOptions<unknown, Error, Saving>

const FAILED = { title: 'Failed to Send Magic Link', fallback: 'Please try again later.' }

export const fromMenu = linkMutation({
  done: { title: 'Magic Link Sent!', description: 'Check your email for a secure login link.' },
  failed: FAILED,
})
export const fromProfile = linkMutation({
  done: { title: 'Magic Link Sent!', description: 'Check your email for a secure login link to save your account.' },
  failed: FAILED,
})
export const fromProfileForm = linkMutation({ failed: FAILED })
export const fromHint = linkMutation({
  done: {
    title: 'Account Saved!',
    description: 'Check your email for a secure link to verify and complete your account setup.',
  },
  failed: { title: 'Error', fallback: 'Failed to save account' },
})

/** Mails a link that saves the account. Requires a session (`visitor.md §5`). */
export function useMagicLink(mutation: ReturnType<typeof linkMutation>) {
  const { mutate, isPending } = useMutation(mutation)
  const send = (email: string, onSuccess?: () => void) => {
    // Read the visitor from the cache, which has the latest name.
    const user = queryClient.getQueryData(sessionQuery.queryKey)
    if (!user) return toast({ title: 'Session Error', description: 'No valid session found.', variant: 'destructive' })
    mutate({ email, username: user.username, sessionId: user.sessionId }, { onSuccess: () => onSuccess?.() })
  }
  return { send, isPending }
}

/** Returns the address that is waiting for confirmation, or null. All forms and dialogs share this address. */
export function useWaitingEmail() {
  const { data: user } = useSession()
  const sentTo = useLinkSentTo()
  return sentTo === user?.email ? null : sentTo
}
