import type { importMedia } from '@hotvote/shared/operator/bucket'
import type {
  resetDatabase,
  testConnection,
  testCounts,
  testQueries,
  testSchema,
} from '@hotvote/shared/operator/database'
import type { countInactive, purgeInactive } from '@hotvote/shared/operator/users'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../lib/api/call-api.ts'
import { CallError, isUnanswered } from '../../../lib/api/call-error.ts'
import { callAsOperator, startOperation } from '../../../lib/operator/call-as-operator.ts'

const PATIENTLY = { isPatient: true }

/** The four tests are public and send no credentials (`admin.md §7`). */
export const connection = () => callApi<typeof testConnection>('GET /api/db-test/connection', {}, PATIENTLY)
export const schema = () => callApi<typeof testSchema>('GET /api/db-test/schema', {}, PATIENTLY)
export const counts = () => callApi<typeof testCounts>('GET /api/db-test/counts', {}, PATIENTLY)
export const sampleQueries = () => callApi<typeof testQueries>('GET /api/db-test/queries', {}, PATIENTLY)

export const countsQuery = queryOptions({ queryKey: ['db-test', 'counts'], queryFn: counts, staleTime: 0 })

/** Error shown if a proxy responds with its login page (`admin.md §8`). */
const HTML = 'Server returned HTML instead of JSON - authentication may have failed'

async function expectJson<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const isPage = error instanceof CallError && /^\d+: \s*</.test(error.message) && !isUnanswered(error)
    if (!isPage && !(error instanceof SyntaxError)) throw error
    const status = error instanceof CallError ? error.status : 200
    throw new CallError(status, '', JSON.stringify({ message: HTML }))
  }
}

export const checkInactive = mutationOptions({
  mutationFn: () => expectJson(callAsOperator<typeof countInactive>('GET /api/admin/inactive-accounts-count')),
  meta: { failed: { title: 'Failed to check inactive accounts' } },
})

export const startPurge = () =>
  expectJson(startOperation<typeof purgeInactive>('POST /api/admin/purge-inactive-accounts'))
export const startImport = () => expectJson(startOperation<typeof importMedia>('POST /api/admin/import-media'))
export const startReset = () => expectJson(startOperation<typeof resetDatabase>('POST /api/admin/reset-database'))
