import type { Parsed } from '@hotvote/shared/contract'
import { type LibraryItem, listMedia } from '@hotvote/shared/media-library'
import { pageOf } from '../../db/keyset.ts'
import type { Deps } from '../../deps.ts'
import { countOfLibrary, itemsOfLibrary } from './media-library.queries.ts'
import { mediaUrls } from './media-url.service.ts'

type Needs = Pick<Deps, 'db' | 'config'>
type Row = Awaited<ReturnType<typeof itemsOfLibrary>>[number]

const toItem = (config: Deps['config'], row: Row): LibraryItem => ({
  id: row.id,
  ...mediaUrls(config, row),
  mimeType: row.mimeType,
  originalName: row.originalName,
  size: row.size,
  width: row.width,
  height: row.height,
  placeholder: row.placeholder?.toString('base64') ?? null,
  userId: row.ownerId,
  username: row.username,
  uploadedAt: row.createdAt.toISOString(),
  hotVotes: row.hotVotes,
  notVotes: row.notVotes,
  totalVotes: row.hotVotes + row.notVotes,
  totalViews: row.views,
})

/** One page of all items in the wished order, and how many there are with these filters (`admin.md §2`). */
export const libraryPage = async ({ db, config }: Needs, wish: Parsed<typeof listMedia, 'query'>) => {
  const [rows, total] = await Promise.all([itemsOfLibrary(db, wish), countOfLibrary(db, wish)])
  const { shown, nextCursor } = pageOf(rows, wish.limit)
  return { items: shown.map((row) => toItem(config, row)), total, nextCursor }
}

/** One item as the operator sees it; null when it is not here. */
export const libraryItemOf = async ({ db, config }: Needs, id: number) => {
  const [row] = await itemsOfLibrary(db, { ...listMedia.query.parse({}), id })
  return row ? toItem(config, row) : null
}
