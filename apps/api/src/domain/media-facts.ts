import { type ItemKeys, mediaUrls, type ServedFrom } from './media-urls.ts'

/** Pixels, and a thumbhash. */
type Shown = ItemKeys & { id: number; mimeType: string; width: number; height: number; placeholder: Buffer | null }
/** `size` in bytes. */
type Stored = Shown & { originalName: string; size: number; createdAt: Date }

/** What is shown of an item wherever it is shown, out of its row. */
export const factsOf = (servedFrom: ServedFrom, row: Shown) => ({
  id: row.id,
  ...mediaUrls(servedFrom, row),
  mimeType: row.mimeType,
  width: row.width,
  height: row.height,
  placeholder: row.placeholder?.toString('base64') ?? null,
})

/** The same for those who see the file itself: its uploader and the operator. */
export const storedFactsOf = (servedFrom: ServedFrom, row: Stored) => ({
  ...factsOf(servedFrom, row),
  originalName: row.originalName,
  size: row.size,
  uploadedAt: row.createdAt.toISOString(),
})
