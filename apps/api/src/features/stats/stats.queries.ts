import { PLOT_DAYS, VISIT_MS } from '@hotvote/shared/limits'
import type { PageQuery } from '@hotvote/shared/page'
import { and, count, eq, gt, gte, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { countWhere, onlyRow, sumColumn } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { newestFirst } from '../../platform/db/keyset.ts'
import { media, users, votes } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { IS_CHECKING, IS_HIDDEN, IS_STORED, IS_WAITING, MEDIA_COLUMNS } from '../media/stored-media.sql.ts'
import { IS_COUNTED } from '../voting/counted-votes.sql.ts'
import { selectUserVotes } from '../voting/user-votes.sql.ts'

/** Above this number of votes, querying by time is faster than querying by item. */
const MANY = 200_000

/** $1: the owner. */
const ofOwn = (item: string) =>
  `${item} IN (SELECT id FROM media WHERE owner_id = $1 AND status IN ('ready', 'waiting'))`

/** For a million votes, a scan by time is four times as fast as a scan by item. */
export const OF_OWN = { few: ofOwn('media_id'), many: ofOwn('media_id + 0') }

const findAmount = async (db: Db, ownerId: number): Promise<keyof typeof OF_OWN> => {
  const all = sumColumn(sql`${media.hotVotes} + ${media.notVotes}`)
  const isStored = and(eq(media.ownerId, ownerId), IS_STORED)
  const { votes } = onlyRow(await db.orm.select({ votes: all }).from(media).where(isStored))
  return votes < MANY ? 'few' : 'many'
}

/** Declined items remain listed until they are erased. */
const isOwn = (ownerId: number) =>
  and(eq(media.ownerId, ownerId), or(IS_STORED, and(eq(media.status, 'trashed'), isNotNull(media.declinedReason))))

const OWN_COLUMNS = {
  ...MEDIA_COLUMNS,
  isWaiting: IS_WAITING,
  isChecking: IS_CHECKING,
  isHidden: IS_HIDDEN,
  declinedReason: media.declinedReason,
  declinedNote: media.declinedNote,
  trashedAt: media.trashedAt,
}

/** Lists the owner's items, including hidden and waiting ones, newest first. */
export const ownItems = async (db: Db, ownerId: number, query: PageQuery) => {
  const listed = db.orm.select(OWN_COLUMNS).from(media)
  return newestFirst(media.id, query).pageOf(listed, isOwn(ownerId))
}

export const ownTotals = async (db: Db, ownerId: number) => {
  const totalVotes = sumColumn(sql`${media.hotVotes} + ${media.notVotes}`)
  return onlyRow(
    await db.orm
      .select({ totalUploads: count(), totalVotes, totalViews: sumColumn(media.views) })
      .from(media)
      .where(isOwn(ownerId))
      .prepare('own_totals')
      .execute(),
  )
}

export const findOwner = async (db: Db, mediaId: number) => {
  const [row] = await db.orm
    .select({ ownerId: media.ownerId })
    .from(media)
    .where(and(eq(media.id, mediaId), IS_STORED))
    .prepare('owner_of')
    .execute()
  return row?.ownerId ?? null
}

/** $2: days. */
const countByDay = (ofWhich: string) => `
SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(hot, 0) AS hot, coalesce("not", 0) AS "not"
FROM generate_series(current_date - ($2::int - 1), current_date, interval '1 day') day
LEFT JOIN (
  SELECT created_at::date AS cast_on, count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS "not"
  FROM votes WHERE ${ofWhich} AND created_at >= current_date - ($2::int - 1) AND ${IS_COUNTED} GROUP BY 1
) cast_votes ON cast_on = day::date
ORDER BY day`

const DAY = { day: z.string(), hot: z.number(), not: z.number() }
const VOTES_BY_DAY = statement({ name: 'votes_by_day', row: DAY, text: countByDay('media_id = $1') })
const OWN_VOTES_BY_DAY = {
  few: statement({ name: 'own_votes_by_day', row: DAY, text: countByDay(OF_OWN.few) }),
  many: statement({ name: 'many_own_votes_by_day', row: DAY, text: countByDay(OF_OWN.many) }),
}

export const votesByDay = (db: Db, mediaId: number, days: number) => db.query(VOTES_BY_DAY, [mediaId, days])

export const ownVotesByDay = async (db: Db, ownerId: number, days: number) =>
  db.query(OWN_VOTES_BY_DAY[await findAmount(db, ownerId)], [ownerId, days])

/** Number to subtract for the visitor's own vote: 0 for set-aside voters, because totals exclude their votes. */
const own = sql`(NOT ${users.isSetAside})::int`
const othersHot = sql`${media.hotVotes} - CASE WHEN ${votes.isHot} THEN ${own} ELSE 0 END`
const othersNot = sql`${media.notVotes} - CASE WHEN ${votes.isHot} THEN 0 ELSE ${own} END`

/** Compares the visitor's votes since `since` with the majority of the other voters. */
export const votesSince = async (db: Db, userId: number, since: Date) =>
  onlyRow(
    await db.orm
      .select({
        total: count(),
        hot: countWhere(sql`${votes.isHot}`),
        comparable: countWhere(sql`${othersHot} <> ${othersNot}`),
        agreed: countWhere(
          sql`CASE WHEN ${votes.isHot} THEN ${othersHot} > ${othersNot} ELSE ${othersNot} > ${othersHot} END`,
        ),
      })
      .from(selectUserVotes(db, userId))
      .innerJoin(media, eq(media.id, votes.mediaId))
      .innerJoin(users, eq(users.id, votes.userId))
      .where(and(gte(votes.createdAt, since), IS_STORED))
      .prepare('votes_since')
      .execute(),
  )

/** Longer than the statement timeout, because votes cast earlier may not have been committed yet. */
const SETTLED = sql`interval '6 seconds'`
const VISIT = sql`${VISIT_MS} * interval '1 millisecond'`
const OLDEST = sql`now() - ${PLOT_DAYS} * interval '1 day'`

const hasEnded = sql`${users.newsSeenAt} < now() - ${VISIT}`
const toDate = (value: SQL) => value.mapWith(users.newsSince)

export const newsWindow = async (db: Db, userId: number): Promise<{ since: Date | null; until: Date } | undefined> => {
  const since = sql<Date | null>`CASE WHEN ${hasEnded} THEN ${users.newsSeenAt} ELSE ${users.newsSince} END`
  const bounded = sql<Date | null>`CASE WHEN ${since} IS NOT NULL THEN greatest(${since}, ${OLDEST}) END`
  const until = sql<Date>`date_trunc('milliseconds', now() - ${SETTLED})`
  const window = { since: toDate(bounded), until: toDate(until) }
  const [found] = await db.orm.select(window).from(users).where(eq(users.id, userId))
  return found as { since: Date | null; until: Date } | undefined
}

/** $2: after; $3: until. */
const countNewVotes = (amount: keyof typeof OF_OWN, name: string) =>
  statement({
    name,
    row: { newVotes: z.number(), newHot: z.number() },
    text: `
SELECT count(*) AS new_votes, count(*) FILTER (WHERE is_hot) AS new_hot FROM votes
WHERE ${OF_OWN[amount]} AND created_at > $2::timestamptz AND created_at <= $3::timestamptz AND ${IS_COUNTED}`,
  })
const NEW_VOTES = { few: countNewVotes('few', 'new_votes'), many: countNewVotes('many', 'many_new_votes') }

export const newVotes = async (db: Db, ownerId: number, { since, until }: { since: Date; until: Date }) =>
  onlyRow(await db.query(NEW_VOTES[await findAmount(db, ownerId)], [ownerId, since, until]))

/** Extends the current visit or starts a new one. Timestamps never move backwards. */
export const markSeen = async (db: Db, userId: number, until: Date): Promise<undefined> => {
  await db.orm
    .update(users)
    .set({
      newsSince: sql`CASE WHEN ${hasEnded} THEN ${users.newsSeenAt} ELSE ${users.newsSince} END`,
      newsSeenAt: sql`greatest(${users.newsSeenAt}, least(${until.toISOString()}::timestamptz, now()))`,
    })
    .where(eq(users.id, userId))
}

const isOwnShown = (ownerId: number) => and(eq(media.ownerId, ownerId), IS_STORED, isNotNull(media.position))

/** Returns the distinct vote counts of visible items with a Hot vote, each with its newest item. */
export const ownResults = (db: Db, ownerId: number) =>
  db.orm
    .select({ hot: media.hotVotes, not: media.notVotes, newest: sql<number>`max(${media.id})`.mapWith(Number) })
    .from(media)
    .where(and(isOwnShown(ownerId), gt(media.hotVotes, 0)))
    .groupBy(media.hotVotes, media.notVotes)

export const ownItem = async (db: Db, ownerId: number, id: number) => {
  const [row] = await db.orm
    .select(OWN_COLUMNS)
    .from(media)
    .where(and(eq(media.id, id), isOwnShown(ownerId)))
  return row
}
