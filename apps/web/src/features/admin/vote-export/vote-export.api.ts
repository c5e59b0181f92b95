import type { exportVotes } from '@hotvote/shared/operator/votes'
import { mutationOptions } from '@tanstack/react-query'
import { hasStatus } from '../../../lib/api/call-error.ts'
import { readFileName, saveFile } from '../../../lib/api/download.ts'
import { fetchFileAsOperator, startOperation } from '../../../lib/operator/call-as-operator.ts'

export const FAILED = { title: 'Failed to export votes data' }

const ADDRESS = '/api/admin/export-votes'

export const startExport = () => startOperation<typeof exportVotes>('GET /api/admin/export-votes')

/** The server may have dropped the file; the export then runs again. */
async function downloadFile(operationId: number) {
  try {
    return await fetchFileAsOperator(`${ADDRESS}?operation=${operationId}`)
  } catch (error) {
    if (hasStatus(error, 404)) return fetchFileAsOperator(ADDRESS)
    throw error
  }
}

export const downloadExport = mutationOptions({
  mutationFn: async (operationId: number) => {
    const answer = await downloadFile(operationId)
    await saveFile(answer, readFileName(answer, `votes_export_${new Date().toISOString().slice(0, 10)}.xlsx`))
  },
  meta: { failed: FAILED },
})
