import type { Config } from '../config.ts'
import type { StoredMediaRow } from '../db/stored-media.ts'
import { mediaUrls } from './media-urls.ts'

type Where = Pick<Config, 'mediaPublicUrl'>
type Shown = 'id' | 'originalKey' | 'displayKey' | 'thumbKey' | 'mimeType' | 'width' | 'height' | 'placeholder'

/** What is shown of an item wherever it is shown, out of its row. */
export const factsOf = (where: Where, row: Pick<StoredMediaRow, Shown>) => ({
  id: row.id,
  ...mediaUrls(where, row),
  mimeType: row.mimeType,
  width: row.width,
  height: row.height,
  placeholder: row.placeholder?.toString('base64') ?? null,
})

/** The same for those who see the file itself: its uploader and the operator. */
export const storedFactsOf = (where: Where, row: StoredMediaRow) => ({
  ...factsOf(where, row),
  originalName: row.originalName,
  size: row.size,
  uploadedAt: row.createdAt.toISOString(),
})
