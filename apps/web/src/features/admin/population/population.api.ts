import type { Operation } from '@hotvote/shared/operator/operations'
import type { fixUserSequence, populateVotes } from '@hotvote/shared/operator/votes'
import { mutationOptions } from '@tanstack/react-query'
import { CallError } from '../../../lib/api/call-error.ts'
import { callAsOperator, startOperation } from '../../../lib/operator/call-as-operator.ts'
import { operatorToken } from '../../../lib/operator/operator.ts'

export type Range = { minVotes: string; maxVotes: string }

const NO_LOGIN = 'Admin authentication required. Please log in to the admin portal first.'

function requireLogin() {
  if (operatorToken() === null) throw new CallError(401, '', JSON.stringify({ message: NO_LOGIN }))
}

/** Starts a run with `range`, or resumes the `paused` run with its original range. */
export async function startPopulation(range: Range | undefined, paused: Operation | null) {
  requireLogin()
  const query = paused ? { continues: String(paused.id) } : range
  return startOperation<typeof populateVotes>('POST /api/admin/populate-votes', { query: query ?? {} })
}

export const fixSequence = mutationOptions({
  mutationFn: async () => {
    requireLogin()
    return callAsOperator<typeof fixUserSequence>('POST /api/admin/fix-user-sequence')
  },
  meta: { failed: { title: 'Failed to fix sequence' } },
})
