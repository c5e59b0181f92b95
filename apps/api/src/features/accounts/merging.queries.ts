import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { lockItems } from '../../platform/db/locks.ts'
import { capturedEmails, media, reports, takenDownMedia, users } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { isPresentUser } from '../../platform/db/user-exists.ts'
import { recountVotes, wereSetAside } from '../voting/counted-votes.sql.ts'
import { countRatings, type VisitorChange } from '../voting/rating-counters.sql.ts'

export const lockAccount = async (db: Db, userId: number): Promise<{ email: string | null } | null> => {
  const [row] = await db.orm
    .select({ email: sql<string | null>`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
    .for('no key update')
  return row ?? null
}

/** Returns false if the user is missing or being deleted. */
export const setEmail = async (db: Db, userId: number, email: string) => {
  const rows = await db.orm
    .update(users)
    .set({ email, emailVerifiedAt: sql`now()`, updatedAt: sql`now()` })
    .where(isPresentUser(userId))
    .returning({ id: users.id })
  return rows.length > 0
}

export const countLogin = async (db: Db, userId: number) => {
  const login = { loginCount: sql`${users.loginCount} + 1`, lastLoginAt: sql`now()` }
  await db.orm.update(users).set(login).where(eq(users.id, userId))
}

/** User ids: the user `from` is merged into the user `into`. */
export type Merge = { from: number; into: number }

/** Returns false if the user has a saved account or is being deleted. */
export const isAnonymous = async (db: Db, userId: number) => {
  const isIt = and(eq(users.id, userId), isNull(users.emailVerifiedAt), isNull(users.deletedAt))
  return (await db.orm.$count(users, isIt)) > 0
}

/** Locks both users, so that neither gets new votes, uploads or links. Returns false if one of them was deleted. */
export const lockBoth = async (db: Db, { from, into }: Merge) => {
  const isThere = and(inArray(users.id, [from, into]), isNull(users.deletedAt))
  const rows = await db.orm.select({ id: users.id }).from(users).where(isThere).orderBy(asc(users.id)).for('update')
  return rows.length === 2
}

export const moveUploads = async (db: Db, { from, into }: Merge) => {
  const moved = { ownerId: into, updatedAt: sql`now()` }
  await db.orm.update(media).set(moved).where(eq(media.ownerId, from))
  await db.orm.update(capturedEmails).set({ userId: into }).where(eq(capturedEmails.userId, from))
  await db.orm.update(takenDownMedia).set(moved).where(eq(takenDownMedia.ownerId, from))
}

/** Keeps the report that is open or was settled later. If both are equal, the account's report wins. */
const DELETE_REPEATED_REPORTS = statement({
  name: 'delete_repeated_reports',
  text: `
WITH twice AS (
  SELECT mine.id AS mine, theirs.id AS theirs,
    coalesce(theirs.settled_at, 'infinity') > coalesce(mine.settled_at, 'infinity') AS is_theirs_later
  FROM reports mine JOIN reports theirs ON theirs.media_id = mine.media_id
  WHERE mine.user_id = $2 AND theirs.user_id = $1)
DELETE FROM reports USING twice WHERE id = CASE WHEN is_theirs_later THEN mine ELSE theirs END`,
})

/** Merges two reports on the same item, and anonymizes reports on the account's own items. */
export const moveReports = async (db: Db, { from, into }: Merge) => {
  await db.query(DELETE_REPEATED_REPORTS, [from, into])
  await db.orm.update(reports).set({ userId: into }).where(eq(reports.userId, from))
  const own = db.orm.select({ id: media.id }).from(media).where(eq(media.ownerId, into))
  await db.orm
    .update(reports)
    .set({ userId: null })
    .where(and(eq(reports.userId, into), inArray(reports.mediaId, own)))
}

/** Copies the visitor's state to the account, but `ratedThrough` only if all ratings were moved (docs/decisions/003). */
export const takeOver = async (db: Db, { from, into }: Merge, isWhole: boolean) => {
  const of = (column: PgColumn) => db.orm.select({ column }).from(users).where(eq(users.id, from))
  const taken = {
    uploads: db.orm.$count(media, and(eq(media.ownerId, into), eq(media.status, 'ready'))),
    declinedUploads: sql`${users.declinedUploads} + ${of(users.declinedUploads)}`,
    ratedThrough: isWhole ? sql`greatest(${users.ratedThrough}, ${of(users.ratedThrough)})` : users.ratedThrough,
    newsSince: sql`coalesce(${users.newsSince}, ${of(users.newsSince)})`,
    newsSeenAt: sql`coalesce(${users.newsSeenAt}, ${of(users.newsSeenAt)})`,
    // Keep the block if either user is blocked, so merging can't lift it.
    blockedAt: sql`coalesce(${users.blockedAt}, ${of(users.blockedAt)})`,
    updatedAt: sql`now()`,
  }
  await db.orm.update(users).set(taken).where(eq(users.id, into))
}

export const leaveBehind = async (db: Db, { from }: Merge) => {
  await db.orm
    .update(users)
    .set({ uploads: 0, declinedUploads: 0, ratedThrough: 0, updatedAt: sql`now()` })
    .where(eq(users.id, from))
}

export const removeUser = async (db: Db, { from }: Merge) => {
  await db.orm.delete(users).where(eq(users.id, from))
}

/** A merge moves at most this many votes and this many views, newest first. */
const MOVED_MAX = 50_000
/** Milliseconds. */
export const MERGE_TIMEOUT = 60_000

const ITEM = { mediaId: z.number() }
const pickIds = (rows: { mediaId: number }[]) => rows.map(({ mediaId }) => mediaId)
/** Replaces the driver's array encoding, which is slow for tens of thousands of ids. */
const toArrayLiteral = (ids: number[]) => `{${ids}}`

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
const VOTE_STATEMENTS = ratingStatements('votes', { column: 'is_hot, ', read: 'is_hot' })
const VIEW_STATEMENTS = ratingStatements('views', { column: '', read: 'NULL::boolean' })
type RatingStatements = typeof VOTE_STATEMENTS
type Removed = { mediaId: number; isHot: boolean | null }

type Discount = { userId: number; votes: Removed[]; views: Removed[]; visitors: VisitorChange[] }

/** Subtracts removed ratings from totals and counters, or recounts the votes if the user's votes were ever set aside. */
const discount = async (tx: Db, { userId, votes, views, visitors }: Discount) => {
  const needsRecount = await wereSetAside(tx, [userId])
  if (needsRecount) await recountVotes(tx, pickIds(votes))
  const items = [
    ...(needsRecount ? [] : votes).map(({ mediaId, isHot }) => ({ mediaId, hot: isHot ? -1 : 0, not: isHot ? 0 : -1 })),
    ...views.map(({ mediaId }) => ({ mediaId, views: -1 })),
  ]
  await countRatings(tx, items, visitors)
}

const hasId = (ids: number[]) => sql`${media.id} = ANY(${toArrayLiteral(ids)}::bigint[])`

const findShared = async (tx: Db, { from, into }: Merge, { newest, among }: RatingStatements) => {
  const ids = pickIds(await tx.query(newest, [from]))
  return pickIds(await tx.query(among, [into, toArrayLiteral(ids)]))
}

/** Locks items before users, like voting does, to avoid deadlocks. */
export const lockChangedItems = async (tx: Db, merge: Merge) => {
  const shared = [...(await findShared(tx, merge, VOTE_STATEMENTS)), ...(await findShared(tx, merge, VIEW_STATEMENTS))]
  const isRecounted = await wereSetAside(tx, [merge.from, merge.into])
  const voted = isRecounted ? pickIds(await tx.query(VOTE_STATEMENTS.newest, [merge.from])) : []
  await lockItems(tx, or(inArray(media.ownerId, [merge.from, merge.into]), hasId([...shared, ...voted])))
}

const moveTable = async (tx: Db, { from, into }: Merge, { newest, copy, remove }: RatingStatements) => {
  const ids = pickIds(await tx.query(newest, [from]))
  const moving = toArrayLiteral(ids.slice(0, MOVED_MAX))
  const moved = pickIds(await tx.query(copy, [from, into, moving]))
  const removed = await tx.query(remove, [from, moving])
  const isMoved = new Set(moved)
  return {
    moved,
    removed,
    dropped: removed.filter(({ mediaId }) => !isMoved.has(mediaId)),
    isAll: ids.length <= MOVED_MAX,
  }
}

const recountMoved = async (tx: Db, ids: number[]) => {
  await lockItems(tx, hasId(ids))
  await recountVotes(tx, ids)
}

/** If both users rated an item, the account's rating wins. Returns true if all ratings moved. */
export const moveRatings = async (tx: Db, merge: Merge): Promise<boolean> => {
  const votes = await moveTable(tx, merge, VOTE_STATEMENTS)
  const views = await moveTable(tx, merge, VIEW_STATEMENTS)
  if (await wereSetAside(tx, [merge.from, merge.into])) await recountMoved(tx, votes.moved)
  const visitors = [
    { userId: merge.into, votes: votes.moved.length, views: views.moved.length },
    { userId: merge.from, votes: -votes.removed.length, views: -views.removed.length },
  ]
  await discount(tx, { userId: merge.from, votes: votes.dropped, views: views.dropped, visitors })
  return votes.isAll && views.isAll
}

export const deleteOwnRatings = async (tx: Db, userId: number) => {
  const own = await tx.orm.select({ mediaId: media.id }).from(media).where(eq(media.ownerId, userId))
  const ids = toArrayLiteral(pickIds(own))
  const votes = await tx.query(VOTE_STATEMENTS.remove, [userId, ids])
  const views = await tx.query(VIEW_STATEMENTS.remove, [userId, ids])
  const visitors = [{ userId, votes: -votes.length, views: -views.length }]
  await discount(tx, { userId, votes, views, visitors })
}
