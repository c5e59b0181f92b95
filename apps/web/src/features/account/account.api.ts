import { counted } from '@hotvote/shared/counted'
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

/** Describes what logging out would lose. Returns undefined for nothing. */
export async function describeLogoutLoss({ emailVerified }: Session) {
  if (emailVerified) return undefined
  const answer = await answerInTime(callAsVisitor<typeof readSession>('GET /api/session'))
  if (!answer) return 'Your uploads and votes will be lost'
  const { uploads, votesCast } = answer
  const lost = [uploads > 0 && counted(uploads, 'upload'), votesCast > 0 && counted(votesCast, 'vote')].filter(Boolean)
  return lost.length > 0 ? `${lost.join(' and ')} will be lost` : undefined
}
