import type { loginExisting } from '@hotvote/shared/visitor/accounts'
import type { readSession, Session } from '@hotvote/shared/visitor/sessions'
import type { UseMutationOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'
import { answerInTime } from '../../lib/session/open-session.ts'

/** Requests a login link. Needs no session and does not create one (`visitor.md §7`). */
export const loginLinkMutation = {
  mutationFn: (email: string) => callApi<typeof loginExisting>('POST /api/auth/login-existing', { body: { email } }),
  meta: {
    done: {
      title: 'Login Link Sent!',
      description: 'Check your email for a secure login link to access your existing account.',
    },
    failed: {
      title: 'Failed to Send Login Link',
      fallback: 'Please check your email address and try again.',
    },
  },
} satisfies UseMutationOptions<unknown, Error, string>

export type Loss = { uploads: number; votes: number }

/** Returns what logging out would lose: null for nothing, `unknown` if the server does not respond in time. */
export async function findLogoutLoss({ emailVerified }: Session): Promise<Loss | null | 'unknown'> {
  if (emailVerified) return null
  const answer = await answerInTime(callAsVisitor<typeof readSession>('GET /api/session'))
  if (!answer) return 'unknown'
  const { uploads, votesCast: votes } = answer
  return uploads + votes === 0 ? null : { uploads, votes }
}
