import type { MediaFacts } from '@hotvote/shared/media-facts'
import { type ItemKeys, mediaUrls, type ServedFrom } from './media-urls.ts'

/** Sizes are in pixels. `placeholder` is a thumbhash. */
type MediaRow = ItemKeys &
  Pick<MediaFacts, 'id' | 'mimeType' | 'width' | 'height' | 'backdrop' | 'hasSound'> & {
    placeholder: Buffer | null
    isWaiting?: boolean
  }
/** `size` is in bytes. */
type StoredMediaRow = MediaRow & { originalName: string; size: number; createdAt: Date }

export const mediaFacts = (servedFrom: ServedFrom, row: MediaRow) => ({
  id: row.id,
  // A CDN gets no session cookie, so this site serves waiting items to their uploaders.
  ...mediaUrls(row.isWaiting ? {} : servedFrom, row),
  mimeType: row.mimeType,
  width: row.width,
  height: row.height,
  placeholder: row.placeholder?.toString('base64') ?? null,
  backdrop: row.backdrop,
  hasSound: row.hasSound,
})

export const storedMediaFacts = (servedFrom: ServedFrom, row: StoredMediaRow) => ({
  ...mediaFacts(servedFrom, row),
  originalName: row.originalName,
  size: row.size,
  uploadedAt: row.createdAt.toISOString(),
})
