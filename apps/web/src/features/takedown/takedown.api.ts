import type { fileTakedown, Takedown } from '@hotvote/shared/visitor/takedowns'
import type { UseMutationOptions } from '@tanstack/react-query'
import { fetchContract } from '../../lib/api/call-api.ts'

/** `key` makes a retry after a lost answer idempotent (docs/decisions/025). */
type Filed = { claim: Takedown; key: string }

/** Sends the URLs as a JSON-encoded array (`visitor.md §3`), without a session. */
export const takedownMutation = {
  mutationKey: ['takedown'],
  mutationFn: ({ claim, key }) => {
    const body = { ...claim, infringingUrls: JSON.stringify(claim.infringingUrls) }
    return fetchContract<typeof fileTakedown>(
      'POST /api/dmca-takedown',
      { body },
      { headers: { 'Idempotency-Key': key } },
    )
  },
  meta: {
    done: {
      title: 'DMCA takedown submitted',
      description: 'Your takedown request has been submitted and will be reviewed by our team.',
    },
    failed: { title: 'Submission failed', fallback: 'Failed to submit DMCA takedown' },
  },
} satisfies UseMutationOptions<unknown, Error, Filed>
