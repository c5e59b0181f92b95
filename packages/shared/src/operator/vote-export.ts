import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { operation } from './operations.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Every vote as a spreadsheet (`admin.md §7`), or, with `operation`, the stored file of that run. */
export const exportVotes = contract({
  method: 'GET',
  path: '/api/admin/export-votes',
  query: z.strictObject({ operation: pathId.optional() }),
  answers: { 200: { about: 'The spreadsheet.', types: [XLSX] } },
  accepted: operation,
  errors: ['not_found'],
})

/** `setAside` votes are on a sheet of their own. A stopped export has no file, so its `bytes` are 0. */
export type ExportResult = { operation: number; rows: number; setAside: number; sheets: number; bytes: number }
