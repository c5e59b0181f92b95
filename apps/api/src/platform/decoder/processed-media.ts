import { join } from 'node:path'
import { ACCEPTED_TYPES, type AcceptedType } from '@hotvote/shared/limits'
import { BACKDROPS } from '@hotvote/shared/media-facts'
import { z } from 'zod'
import { VARIANTS, type Variant } from '../../domain/media-keys.ts'
import { MAX_SIDE } from './media-limits.ts'

const acceptedTypes = Object.keys(ACCEPTED_TYPES) as AcceptedType[]

const processedFile = z.object({
  variant: z.enum(VARIANTS),
  contentType: z.enum(acceptedTypes),
  /** Bytes. */
  size: z.int().positive(),
})
export type ProcessedFile = z.infer<typeof processedFile>

/** 64 bits as a signed decimal. */
const hash = z.string().regex(/^-?\d+$/)

/** A checked and cleaned media item. It crosses a process boundary as JSON, so bytes and big numbers are text. */
export const processedMedia = z.object({
  mimeType: z.enum(acceptedTypes),
  /** Pixels, upright. */
  width: z.int().positive().max(MAX_SIDE),
  height: z.int().positive().max(MAX_SIDE),
  /** Seconds; null for an image. */
  duration: z.number().nonnegative().nullable(),
  /** SHA-256 of the file as it was uploaded, hex. */
  sha256: z.hex().length(64),
  /** The same of `files`, one after the other. */
  storedSha256: z.hex().length(64),
  /** Null for a video and for an image without any structure. */
  perceptualHash: hash.nullable(),
  /** Of the centers by which crops are found, its own first (`centerHashesOf`); empty for a video and for a nearly plain image. */
  centerHashes: z.array(hash),
  /** SHA-256, hex, of what each of its files shows: here the upload; of a video, its picture. */
  pictureHashes: z.array(z.hex().length(64)).min(1),
  /** Thumbhash, base64; null for a video and for a picture with transparency. */
  placeholder: z.base64().nullable(),
  /** Null for a video and for a picture without transparency. */
  backdrop: z.enum(BACKDROPS).nullable(),
  /** Null for an image. */
  hasSound: z.boolean().nullable(),
  files: z.array(processedFile).min(1),
})
export type ProcessedMedia = z.infer<typeof processedMedia>

/** The smaller widths of a picture, made of its stored original, which is among `pictureHashes`. */
export const madeRenditions = processedMedia.pick({ files: true, pictureHashes: true }).extend({
  /** Of `files`, one after the other, hex. */
  sha256: z.hex().length(64),
})
export type MadeRenditions = z.infer<typeof madeRenditions>

/** Where a variant's file lies in the folder of its job. */
export const variantPath = (folder: string, variant: Variant): string => join(folder, variant)
