import { z } from 'zod'
import { contract } from '../contract.ts'
import { operation } from './operations.ts'

const total = z.number()

export const resetDatabase = contract({
  method: 'POST',
  path: '/api/admin/reset-database',
  response: z.object({
    message: z.string(),
    deleted: z.object({ users: total, media: total, votes: total, views: total }),
  }),
  accepted: operation,
})
export type ResetResult = z.infer<typeof resetDatabase.response>
