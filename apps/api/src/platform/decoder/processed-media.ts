import { join } from 'node:path'
import { ACCEPTED_TYPES, type AcceptedType } from '@hotvote/shared/limits'
import { BACKDROPS } from '@hotvote/shared/media-facts'
import { z } from 'zod'
import { VARIANTS, type Variant } from '../../domain/media-keys.ts'
import { MAX_SIDE } from './media-limits.ts'

const acceptedTypes = Object.keys(ACCEPTED_TYPES) as AcceptedType[]

export const processedFile = z.object({
  variant: z.enum(VARIANTS),
  contentType: z.enum(acceptedTypes),
  /** Bytes. */
  size: z.int().positive(),
})
export type ProcessedFile = z.infer<typeof processedFile>

/** A 64-bit signed integer as decimal text. */
const hash = z.string().regex(/^-?\d+$/)

/** Binary data and bigints are stored as text, because these facts are sent to another process as JSON. */
export const processedMedia = z.object({
  mimeType: z.enum(acceptedTypes),
  /** Pixels, after rotating the picture upright. */
  width: z.int().positive().max(MAX_SIDE),
  height: z.int().positive().max(MAX_SIDE),
  /** Seconds; null for an image. */
  duration: z.number().nonnegative().nullable(),
  /** SHA-256 of the uploaded file, hex. */
  sha256: z.hex().length(64),
  /** SHA-256 of the concatenated `files`, hex. */
  storedSha256: z.hex().length(64),
  /** Null for a video or an almost uniform image. */
  perceptualHash: hash.nullable(),
  /** From `computeCenterHashes`. Empty for a video or an almost uniform image. */
  centerHashes: z.array(hash),
  /** SHA-256 of the upload's pixels or video track, in hex. */
  pictureHashes: z.array(z.hex().length(64)).min(1),
  /** Thumbhash, base64; null for a video or a transparent picture. */
  placeholder: z.base64().nullable(),
  /** Null for a video or an opaque picture. */
  backdrop: z.enum(BACKDROPS).nullable(),
  /** Null for an image. */
  hasSound: z.boolean().nullable(),
  files: z.array(processedFile).min(1),
})
export type ProcessedMedia = z.infer<typeof processedMedia>

export const madeRenditions = processedMedia.pick({ files: true, pictureHashes: true }).extend({
  /** SHA-256 of the concatenated `files`, hex. */
  sha256: z.hex().length(64),
})
export type MadeRenditions = z.infer<typeof madeRenditions>

export const variantPath = (folder: string, variant: Variant): string => join(folder, variant)
