import { z } from 'zod'
import { contract } from './contract.ts'

/** A media item as its uploader gets it back. */
export const uploadedMedia = z.object({
  id: z.number(),
  url: z.string(),
  thumbnailUrl: z.string().nullable(),
  mimeType: z.string(),
  originalName: z.string(),
  /** Bytes of the stored file. */
  size: z.number(),
  /** Pixels, upright. */
  width: z.number(),
  height: z.number(),
  placeholder: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
})
export type UploadedMedia = z.infer<typeof uploadedMedia>

/** A multipart form with `userId` and one `file` (`visitor.md §7`); checked by the upload middleware, not as JSON. */
export const uploadMedia = contract({
  method: 'POST',
  path: '/api/media/upload',
  response: uploadedMedia,
  status: 201,
})
