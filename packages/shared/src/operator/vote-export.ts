import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { operation } from './operations.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A spreadsheet (`admin.md §7`); `operation` downloads a finished run. */
export const exportVotes = contract({
  method: 'GET',
  path: '/api/admin/export-votes',
  query: z.strictObject({ operation: pathId.optional() }),
  answers: { 200: { about: 'The spreadsheet.', types: [XLSX] } },
  accepted: operation,
  errors: ['not_found'],
})

/** `setAside` votes have a separate sheet; `bytes` is 0 after a stop. */
export type ExportResult = { operation: number; rows: number; setAside: number; sheets: number; bytes: number }
