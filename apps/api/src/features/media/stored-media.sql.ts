import { inArray, sql } from 'drizzle-orm'
import { VARIANTS } from '../../domain/media-keys.ts'
import { media } from '../../platform/db/schema/index.ts'

/** The columns of the keys of its files; the first is the original's. */
export const KEY_COLUMNS = VARIANTS.map((variant) => media[`${variant}Key` as const])
/** The keys of its files, in the same order. */
export const FILE_KEYS = sql<string[]>`array_remove(ARRAY[${sql.join(KEY_COLUMNS, sql`, `)}], NULL)`

/** As SQL: the items that have a file of this key, by the index of each column, as an OR would read every item. */
export const withFile = (key: string) =>
  VARIANTS.map((variant) => `SELECT '${variant}' AS variant, media.* FROM media WHERE ${variant}_key = ${key}`).join(
    ' UNION ALL ',
  )

/** An item that is there for its uploader: shown, or waiting for the operator. */
export const IS_STORED = inArray(media.status, ['ready', 'waiting'])
export const IS_WAITING = sql<boolean>`${media.status} = 'waiting'`
/** Published, and taken off the site until the operator has looked at its reports. */
export const IS_HIDDEN = sql<boolean>`${media.status} = 'ready' AND ${media.position} IS NULL`

/** What lists read of an item's row. */
export const MEDIA_COLUMNS = {
  id: media.id,
  originalKey: media.originalKey,
  displayKey: media.displayKey,
  thumbKey: media.thumbKey,
  mediumKey: media.mediumKey,
  smallKey: media.smallKey,
  mimeType: media.mimeType,
  originalName: media.originalName,
  /** Bytes. */
  size: media.sizeBytes,
  width: media.width,
  height: media.height,
  placeholder: media.placeholder,
  backdrop: media.backdrop,
  hasSound: media.hasSound,
  hotVotes: media.hotVotes,
  notVotes: media.notVotes,
  views: media.views,
  createdAt: media.createdAt,
}
