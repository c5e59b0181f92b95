import type { loginExisting } from '@hotvote/shared/accounts'
import type { UseMutationOptions } from '@tanstack/react-query'
import { send } from '../../lib/send.ts'

/** Sends a link back to a saved account (`visitor.md §7`). Needs no session, and so opens none. */
export const loginLinkMutation = {
  mutationFn: (email: string) => send<typeof loginExisting>('POST /api/auth/login-existing', { body: { email } }),
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
