import { z } from 'zod'

export const BACKDROPS = ['light', 'dark'] as const
export type Backdrop = (typeof BACKDROPS)[number]

/** See `docs/decisions/006`. */
export const mediaFacts = z.object({
  id: z.number(),
  url: z.string(),
  /** A rendition of at most 1600 px, or the original until the rendition exists. */
  displayUrl: z.string(),
  /** Null if the image has only one width. */
  srcset: z.string().nullable(),
  /** A rendition of at most 480 px; null for videos. */
  thumbnailUrl: z.string().nullable(),
  mimeType: z.string(),
  /** Pixels, after EXIF rotation. */
  width: z.number(),
  height: z.number(),
  /** Base64 thumbhash; null for videos and transparent images. */
  placeholder: z.string().nullable(),
  /** Background that keeps a transparent image visible in both themes; null for other items. */
  backdrop: z.enum(BACKDROPS).nullable(),
  /** Null for images. */
  hasSound: z.boolean().nullable(),
})

export type MediaFacts = z.infer<typeof mediaFacts>

/** Media facts that only the uploader and the operator can see. */
export const storedMediaFacts = mediaFacts.extend({
  originalName: z.string(),
  /** Bytes. */
  size: z.number(),
  uploadedAt: z.iso.datetime(),
})

/** True for an upload that is hidden until reviewed (docs/decisions/038). */
export const isWaiting = z.boolean()

/** True for a waiting upload until it is screened (docs/screening.md). */
export const isChecking = z.boolean()

/** True while reports hide the item from visitors (docs/decisions/035). */
export const isHidden = z.boolean()
