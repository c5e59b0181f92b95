import type { Parsed } from '@hotvote/shared/contract'
import type { LibraryItem, listMedia } from '@hotvote/shared/operator/media-library'
import type { Deps } from '../../deps.ts'
import { storedMediaFacts } from '../../domain/media-facts.ts'
import { countOfLibrary, findItems, isFiltered, listLibrary } from './media-library.queries.ts'

type LibraryDeps = Pick<Deps, 'db' | 'config'>
type Row = Awaited<ReturnType<typeof findItems>>[number]

export const toItem = (config: Deps['config'], row: Row): LibraryItem => ({
  ...storedMediaFacts(config, row),
  userId: row.ownerId,
  username: row.username,
  status: row.status,
  hotVotes: row.hotVotes,
  notVotes: row.notVotes,
  totalVotes: row.hotVotes + row.notVotes,
  totalViews: row.views,
  isForGood: row.isForGood,
})

/** See `admin.md §2`. */
export const libraryPage = async (
  { db, config }: LibraryDeps,
  query: Parsed<typeof listMedia, 'query'>,
  countAll: () => Promise<number>,
) => {
  const count = isFiltered(query) ? countOfLibrary(db, query) : countAll()
  const [{ rows, nextCursor }, total] = await Promise.all([listLibrary(db, query), count])
  return { rows: rows.map((row) => toItem(config, row)), total, nextCursor }
}

export const listLibraryItems = async ({ db, config }: LibraryDeps, ids: number[]) =>
  new Map((await findItems(db, ids)).map((row) => [row.id, toItem(config, row)]))
