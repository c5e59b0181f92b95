import type { z } from 'zod'
import { contract } from './contract.ts'
import { storedMediaFacts } from './media-facts.ts'

/** A media item as its uploader gets it back. */
export const uploadedMedia = storedMediaFacts.omit({ displayUrl: true })
export type UploadedMedia = z.infer<typeof uploadedMedia>

/**
 * A multipart form with `userId` and one `file` (`visitor.md §7`); checked by the upload middleware, not as JSON.
 * With an `Idempotency-Key` of the sender's own, the same file sent again is the same item.
 */
export const uploadMedia = contract({
  method: 'POST',
  path: '/api/media/upload',
  response: uploadedMedia,
  status: 201,
})
