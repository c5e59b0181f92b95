import type { MediaFacts } from '@hotvote/shared/media-facts'
import { type ItemKeys, mediaUrls, type ServedFrom } from './media-urls.ts'

/** `width` and `height` are in pixels. `placeholder` is a ThumbHash. */
type MediaRow = ItemKeys &
  Pick<MediaFacts, 'id' | 'mimeType' | 'width' | 'height' | 'backdrop' | 'hasSound'> & {
    placeholder: Buffer | null
    isWaiting?: boolean
  }
/** `size` is in bytes. */
type StoredMediaRow = MediaRow & { originalName: string; size: number; createdAt: Date }

/** Builds the data about an item that all API responses share. */
export const mediaFacts = (servedFrom: ServedFrom, row: MediaRow) => ({
  id: row.id,
  // A CDN doesn't receive the session cookie, so this site serves waiting items to their uploaders itself.
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
