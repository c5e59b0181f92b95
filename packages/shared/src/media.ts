import { z } from 'zod'
import { contract } from './contract.ts'
import { pathId } from './ids.ts'

/** Deletes one's own item for ever, with its votes and views (`visitor.md §6`, `§7`). */
export const deleteMedia = contract({
  method: 'DELETE',
  path: '/api/media/:mediaId',
  params: z.object({ mediaId: pathId }),
  query: z.object({ userId: pathId }),
  status: 204,
})
