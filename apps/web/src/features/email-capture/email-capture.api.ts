import type { captureEmail } from '@hotvote/shared/visitor/email-capture'
import type { UseMutationOptions } from '@tanstack/react-query'
import { retryOnce } from '../../lib/api/call-error.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'
import { noteEmailGiven } from '../../lib/session/stored-session.ts'

type Given = { email: string; sessionId: string }

/** Saves an address and unblocks voting (`visitor.md §4`, `§8`). */
export const captureMutation = {
  mutationFn: async (body: Given) => {
    await callAsVisitor<typeof captureEmail>('POST /api/email-capture', { body })
    noteEmailGiven(body.email)
  },
  retry: retryOnce,
  meta: {
    done: {
      title: 'Thanks for your email!',
      description: "We'll keep you updated on new features and exciting content.",
    },
    failed: { title: 'Error', fallback: 'Failed to save email address' },
  },
} satisfies UseMutationOptions<void, Error, Given>
