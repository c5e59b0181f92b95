import type { fileTakedown, Takedown } from '@hotvote/shared/takedowns'
import type { UseMutationOptions } from '@tanstack/react-query'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'

/** Sends the addresses as a JSON-encoded array (`visitor.md §3`). */
export const takedownMutation = {
  mutationFn: ({ infringingUrls, ...claim }: Takedown) =>
    callAsVisitor<typeof fileTakedown>('POST /api/dmca-takedown', {
      body: { ...claim, infringingUrls: JSON.stringify(infringingUrls) },
    }),
  meta: {
    done: {
      title: 'DMCA takedown submitted',
      description: 'Your takedown request has been submitted and will be reviewed by our team.',
    },
    failed: { title: 'Submission failed', fallback: 'Failed to submit DMCA takedown' },
  },
} satisfies UseMutationOptions<unknown, Error, Takedown>
