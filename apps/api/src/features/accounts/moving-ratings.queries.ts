import { eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { recountVotes, wereSetAside } from '../../db/counted-votes.ts'
import { lockItems } from '../../db/locks.ts'
import { countRatings, type VisitorChange } from '../../db/rating-counters.ts'
import { media } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import type { Merge } from './merging.queries.ts'

/** Votes, and views, that a merge moves: the newest ones. */
const MOVED_MAX = 50_000
/** Milliseconds for each statement of a merge. */
export const MERGE_TIMEOUT = 60_000

const ITEM = { mediaId: z.number() }
const idsOf = (rows: { mediaId: number }[]) => rows.map(({ mediaId }) => mediaId)
/** As text: tens of thousands of ids are slow as an array of the driver. */
const arrayOf = (ids: number[]) => `{${ids}}`

/** `answer`: the column of votes that views lack. */
const ratingStatements = (table: 'votes' | 'views', answer: { column: string; read: string }) => {
  const timeout = MERGE_TIMEOUT
  const columns = `media_id, ${answer.column}created_at`
  return {
    newest: statement({
      name: `newest_${table}`,
      row: ITEM,
      timeout,
      text: `SELECT media_id FROM ${table} WHERE user_id = $1 ORDER BY created_at DESC, media_id DESC LIMIT ${MOVED_MAX + 1}`,
    }),
    among: statement({
      name: `${table}_among`,
      row: ITEM,
      timeout,
      text: `SELECT media_id FROM ${table} WHERE user_id = $1 AND media_id = ANY($2::bigint[])`,
    }),
    copy: statement({
      name: `copy_${table}`,
      row: ITEM,
      timeout,
      text: `
INSERT INTO ${table} (user_id, ${columns}) SELECT $2::bigint, ${columns} FROM ${table}
WHERE user_id = $1 AND media_id = ANY($3::bigint[]) ON CONFLICT DO NOTHING RETURNING media_id`,
    }),
    remove: statement({
      name: `remove_${table}`,
      row: { ...ITEM, isHot: z.boolean().nullable() },
      timeout,
      text: `
DELETE FROM ${table} WHERE user_id = $1 AND media_id = ANY($2::bigint[]) RETURNING media_id, ${answer.read} AS is_hot`,
    }),
  }
}
const VOTES = ratingStatements('votes', { column: 'is_hot, ', read: 'is_hot' })
const VIEWS = ratingStatements('views', { column: '', read: 'NULL::boolean' })
type Rating = typeof VOTES
type Removed = { mediaId: number; isHot: boolean | null }

type Discount = { userId: number; votes: Removed[]; views: Removed[]; visitors: VisitorChange[] }

/**
 * Takes removed ratings off the totals of locked items, and changes the counters of visitors. Totals are recounted if the
 * user was ever set aside.
 */
const discount = async (tx: Db, { userId, votes, views, visitors }: Discount) => {
  const needsRecount = await wereSetAside(tx, [userId])
  if (needsRecount) await recountVotes(tx, idsOf(votes))
  const items = [
    ...(needsRecount ? [] : votes).map(({ mediaId, isHot }) => ({ mediaId, hot: isHot ? -1 : 0, not: isHot ? 0 : -1 })),
    ...views.map(({ mediaId }) => ({ mediaId, views: -1 })),
  ]
  await countRatings(tx, items, visitors)
}

const isOneOf = (ids: number[]) => sql`${media.id} = ANY(${arrayOf(ids)}::bigint[])`

const findShared = async (tx: Db, { from, into }: Merge, { newest, among }: Rating) => {
  const ids = idsOf(await tx.query(newest, [from]))
  return idsOf(await tx.query(among, [into, arrayOf(ids)]))
}

/** Locks the items whose totals or owner a merge changes, before the users, as a vote locks them. */
export const lockChangedItems = async (tx: Db, merge: Merge) => {
  const shared = [...(await findShared(tx, merge, VOTES)), ...(await findShared(tx, merge, VIEWS))]
  const isRecounted = await wereSetAside(tx, [merge.from, merge.into])
  const voted = isRecounted ? idsOf(await tx.query(VOTES.newest, [merge.from])) : []
  await lockItems(tx, or(inArray(media.ownerId, [merge.from, merge.into]), isOneOf([...shared, ...voted])))
}

const moveTable = async (tx: Db, { from, into }: Merge, { newest, copy, remove }: Rating) => {
  const ids = idsOf(await tx.query(newest, [from]))
  const moving = arrayOf(ids.slice(0, MOVED_MAX))
  const moved = idsOf(await tx.query(copy, [from, into, moving]))
  const removed = await tx.query(remove, [from, moving])
  const isMoved = new Set(moved)
  return {
    moved,
    removed,
    dropped: removed.filter(({ mediaId }) => !isMoved.has(mediaId)),
    isAll: ids.length <= MOVED_MAX,
  }
}

/** Counts moved votes as the account's are. */
const recountMoved = async (tx: Db, ids: number[]) => {
  await lockItems(tx, isOneOf(ids))
  await recountVotes(tx, ids)
}

/** Moves the newest ratings; of two on one item the account's stays. True when they were all. */
export const moveRatings = async (tx: Db, merge: Merge): Promise<boolean> => {
  const votes = await moveTable(tx, merge, VOTES)
  const views = await moveTable(tx, merge, VIEWS)
  if (await wereSetAside(tx, [merge.from, merge.into])) await recountMoved(tx, votes.moved)
  const visitors = [
    { userId: merge.into, votes: votes.moved.length, views: views.moved.length },
    { userId: merge.from, votes: -votes.removed.length, views: -views.removed.length },
  ]
  await discount(tx, { userId: merge.from, votes: votes.dropped, views: views.dropped, visitors })
  return votes.isAll && views.isAll
}

/** Deletes ratings of uploads that are now the user's own. */
export const deleteOwnRatings = async (tx: Db, userId: number) => {
  const own = await tx.orm.select({ mediaId: media.id }).from(media).where(eq(media.ownerId, userId))
  const ids = arrayOf(idsOf(own))
  const votes = await tx.query(VOTES.remove, [userId, ids])
  const views = await tx.query(VIEWS.remove, [userId, ids])
  const visitors = [{ userId, votes: -votes.length, views: -views.length }]
  await discount(tx, { userId, votes, views, visitors })
}
