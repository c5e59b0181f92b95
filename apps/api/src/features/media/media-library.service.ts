import type { Parsed } from '@hotvote/shared/contract'
import type { LibraryItem, listMedia } from '@hotvote/shared/media-library'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { storedMediaFacts } from '../../domain/media-facts.ts'
import {
  countOfLibrary,
  isFiltered,
  itemsOfIds,
  itemsOfLibrary,
  type Matching,
  momentOf,
  totalsOfLibrary,
} from './media-library.queries.ts'

type LibraryDeps = Pick<Deps, 'db' | 'config'>
type Row = Awaited<ReturnType<typeof itemsOfIds>>[number]

/** An item as the operator sees it. */
export const toItem = (config: Deps['config'], row: Row): LibraryItem => ({
  ...storedMediaFacts(config, row),
  userId: row.ownerId,
  username: row.username,
  hotVotes: row.hotVotes,
  notVotes: row.notVotes,
  totalVotes: row.hotVotes + row.notVotes,
  totalViews: row.views,
  isForGood: row.isForGood,
})

/** Figures of the whole collection, which count all that was there until a moment. */
export const totalsUntil = async (db: Db) => {
  const until = await momentOf(db)
  return { ...(await totalsOfLibrary(db)), until }
}

/**
 * One page of all items in the requested order, and how many there are with these filters (`admin.md §2`). `countAll`
 * counts those without filters. What was there at the `moment` is both on the pages and counted.
 */
export const libraryPage = async (
  { db, config }: LibraryDeps,
  query: Parsed<typeof listMedia, 'query'>,
  countAll: () => Promise<{ total: number; until: Matching['until'] }>,
) => {
  const now = await momentOf(db)
  const count = isFiltered(query) ? countOfLibrary(db, query).then((total) => ({ total, until: now })) : countAll()
  const [{ rows, nextCursor }, { total, until }] = await Promise.all([itemsOfLibrary(db, query), count])
  // A count may be one of before, and one that was just made is one of afterwards.
  const moment = until.position < now.position ? until : now
  return { items: rows.map((row) => toItem(config, row)), total, nextCursor, moment }
}

/** Items as the operator sees them, by their ids; missing ones are left out. */
export const libraryItemsOf = async ({ db, config }: LibraryDeps, ids: number[]) =>
  new Map((await itemsOfIds(db, ids)).map((row) => [row.id, toItem(config, row)]))
