import { inArray, sql } from 'drizzle-orm'
import { VARIANTS } from '../../domain/media-keys.ts'
import { media } from '../../platform/db/schema/index.ts'

/** Columns with the keys of an item's files. The original's column is the first. */
export const KEY_COLUMNS = VARIANTS.map((variant) => media[`${variant}Key` as const])
/** Keys of an item's files in the order of `KEY_COLUMNS`, without nulls. */
export const FILE_KEYS = sql<string[]>`array_remove(ARRAY[${sql.join(KEY_COLUMNS, sql`, `)}], NULL)`

/** Builds one indexed query per column, because an OR would scan all items. */
export const withFile = (key: string) =>
  VARIANTS.map((variant) => `SELECT '${variant}' AS variant, media.* FROM media WHERE ${variant}_key = ${key}`).join(
    ' UNION ALL ',
  )

export const IS_STORED = inArray(media.status, ['ready', 'waiting'])
export const IS_WAITING = sql<boolean>`${media.status} = 'waiting'`
/** True for a waiting upload that is still being screened. */
export const IS_CHECKING = sql<boolean>`(${media.status} = 'waiting' AND ${media.reviewCause} IS NOT DISTINCT FROM 'screening')`
/** True for a published item that is hidden because of reports until the operator decides. */
export const IS_HIDDEN = sql<boolean>`${media.status} = 'ready' AND ${media.position} IS NULL`

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
