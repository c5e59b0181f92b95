import { z } from 'zod'

/** Grounds of pictures with transparency. */
export const BACKDROPS = ['light', 'dark'] as const
export type Backdrop = (typeof BACKDROPS)[number]

/** What is shown of an item wherever it is shown (docs/decisions/006). */
export const mediaFacts = z.object({
  id: z.number(),
  /** The file in its own type, full size. */
  url: z.string(),
  /** At most 1600 px for an image; the original until that is made, some seconds later. */
  displayUrl: z.string(),
  /** The same picture in several widths, as `srcset` of an image has them; null while there is nothing to choose from. */
  srcset: z.string().nullable(),
  /** At most 480 px; null for a video. */
  thumbnailUrl: z.string().nullable(),
  mimeType: z.string(),
  /** Pixels, upright. */
  width: z.number(),
  height: z.number(),
  /** Thumbhash, base64; null for a video and for a picture with transparency. */
  placeholder: z.string().nullable(),
  /** Lies behind a picture with transparency, so that dark and light ones are seen in both themes; null for others. */
  backdrop: z.enum(BACKDROPS).nullable(),
  /** Null for an image. */
  hasSound: z.boolean().nullable(),
})

export type MediaFacts = z.infer<typeof mediaFacts>

/** The same for those who see the file itself: its uploader and the operator. */
export const storedMediaFacts = mediaFacts.extend({
  originalName: z.string(),
  /** Bytes of the stored file. */
  size: z.number(),
  uploadedAt: z.iso.datetime(),
})

/** It looks like something that was taken down, and is shown to nobody until the operator has seen it. */
export const isWaiting = z.boolean()

/** It was reported, and is shown to nobody until the operator has looked at it (docs/decisions/035). */
export const isHidden = z.boolean()
