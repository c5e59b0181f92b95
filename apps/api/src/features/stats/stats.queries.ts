import type { PageQuery } from '@hotvote/shared/page'
import { and, count, eq, gte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { countWhere, onlyRow, sumOf } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { IS_COUNTED } from '../../db/counted-votes.ts'
import { newestFirst } from '../../db/keyset.ts'
import { media, users, votes } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { IS_HIDDEN, IS_STORED, IS_WAITING, MEDIA_COLUMNS } from '../../db/stored-media.ts'
import { votesOfUser } from '../../db/votes-of-user.ts'
import { amountOf, OF_OWN } from './own-votes.ts'

/** One page of what a visitor uploaded, hidden and waiting items included, the newest first. */
export const ownItems = async (db: Db, ownerId: number, query: PageQuery) => {
  const listed = db.orm.select({ ...MEDIA_COLUMNS, isWaiting: IS_WAITING, isHidden: IS_HIDDEN }).from(media)
  return newestFirst(media.id, query).pageOf(listed, and(eq(media.ownerId, ownerId), IS_STORED))
}

/** Over the same items, from the counters on the rows. */
export const ownTotals = async (db: Db, ownerId: number) => {
  const totalVotes = sumOf(sql`${media.hotVotes} + ${media.notVotes}`)
  return onlyRow(
    await db.orm
      .select({ totalUploads: count(), totalVotes, totalViews: sumOf(media.views) })
      .from(media)
      .where(and(eq(media.ownerId, ownerId), IS_STORED))
      .prepare('own_totals')
      .execute(),
  )
}

/** Null when there is no such item. */
export const ownerOf = async (db: Db, mediaId: number) => {
  const [row] = await db.orm
    .select({ ownerId: media.ownerId })
    .from(media)
    .where(and(eq(media.id, mediaId), IS_STORED))
    .prepare('owner_of')
    .execute()
  return row?.ownerId ?? null
}

/** $2: days. */
const byDay = (ofWhich: string) => `
SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(hot, 0) AS hot, coalesce("not", 0) AS "not"
FROM generate_series(current_date - ($2::int - 1), current_date, interval '1 day') day
LEFT JOIN (
  SELECT created_at::date AS cast_on, count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS "not"
  FROM votes WHERE ${ofWhich} AND created_at >= current_date - ($2::int - 1) AND ${IS_COUNTED} GROUP BY 1
) cast_votes ON cast_on = day::date
ORDER BY day`

const DAY = { day: z.string(), hot: z.number(), not: z.number() }
const VOTES_BY_DAY = statement({ name: 'votes_by_day', row: DAY, text: byDay('media_id = $1') })
const OWN_VOTES_BY_DAY = {
  few: statement({ name: 'own_votes_by_day', row: DAY, text: byDay(OF_OWN.few) }),
  many: statement({ name: 'many_own_votes_by_day', row: DAY, text: byDay(OF_OWN.many) }),
}

/** Votes on an item for each of the last `days` days of the database's clock, days without votes included. */
export const votesByDay = (db: Db, mediaId: number, days: number) => db.query(VOTES_BY_DAY, [mediaId, days])

/** The same on all items of an owner together. */
export const ownVotesByDay = async (db: Db, ownerId: number, days: number) =>
  db.query(OWN_VOTES_BY_DAY[await amountOf(db, ownerId)], [ownerId, days])

/** 1 for a vote that is in the totals of its item, 0 for one whose voter is set aside. */
const own = sql`(NOT ${users.isSetAside})::int`
/** The votes of others on the item of a vote: its totals without this one. */
const othersHot = sql`${media.hotVotes} - CASE WHEN ${votes.isHot} THEN ${own} ELSE 0 END`
const othersNot = sql`${media.notVotes} - CASE WHEN ${votes.isHot} THEN 0 ELSE ${own} END`

/** What somebody voted since a moment on items that are still there, and how that compares with what others voted. */
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
      .from(votesOfUser(db, userId))
      .innerJoin(media, eq(media.id, votes.mediaId))
      .innerJoin(users, eq(users.id, votes.userId))
      .where(and(gte(votes.createdAt, since), IS_STORED))
      .prepare('votes_since')
      .execute(),
  )
