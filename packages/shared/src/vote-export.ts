import { z } from 'zod'
import { contract } from './contract.ts'
import { pathId } from './ids.ts'
import { operation } from './operations.ts'

/**
 * Every vote as a spreadsheet (`admin.md §7`), which is no JSON and has no response of its own. Made anew by each call,
 * or, with `operation`, the file that this one has made (404 when another process made it, or it has expired).
 */
export const exportVotes = contract({
  method: 'GET',
  path: '/api/admin/export-votes',
  query: z.object({ operation: pathId.optional() }),
  accepted: operation,
})

/** `bytes` is 0 of an export that was stopped: it has no file. */
export type ExportResult = { operation: number; rows: number; sheets: number; bytes: number }
