import { z } from 'zod'
import { contract, proofHeaders } from '../contract.ts'
import { pathId } from '../ids.ts'
import { isChecking, isWaiting, storedMediaFacts } from '../media-facts.ts'

export const uploadedMedia = storedMediaFacts
  .omit({ displayUrl: true, srcset: true })
  .extend({ isWaiting, isChecking })
  .meta({ id: 'UploadedMedia' })
export type UploadedMedia = z.infer<typeof uploadedMedia>

export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/)

/** Stores a file (`visitor.md §7`). The `Idempotency-Key` makes retries safe. */
export const uploadMedia = contract({
  method: 'POST',
  path: '/api/media/upload',
  headers: proofHeaders.extend({ 'Idempotency-Key': idempotencyKey.optional() }),
  form: z.object({ userId: pathId, file: z.file() }),
  response: uploadedMedia,
  status: 201,
  errors: ['not_yours', 'blocked', 'proof_required', 'unreadable_media', 'conflict', 'too_many_requests', 'taken_down'],
})
