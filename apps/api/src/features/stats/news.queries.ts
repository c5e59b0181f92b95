import { PLOT_DAYS, VISIT_MS } from '@hotvote/shared/limits'
import { and, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { IS_COUNTED } from '../../db/counted-votes.ts'
import { media, users } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { IS_HIDDEN, IS_STORED, IS_WAITING, MEDIA_COLUMNS } from '../../db/stored-media.ts'
import { amountOf, OF_OWN } from './own-votes.ts'

/** Votes of the last moment are told the next time: the commit of one that has an earlier time may be under way, for as long as a statement may take. */
const SETTLED = sql`interval '6 seconds'`
const VISIT = sql`${VISIT_MS} * interval '1 millisecond'`
const OLDEST = sql`now() - ${PLOT_DAYS} * interval '1 day'`

const hasEnded = sql`${users.newsSeenAt} < now() - ${VISIT}`
const toDate = (value: SQL) => value.mapWith(users.newsSince)

/**
 * Between which moments votes are new to somebody; `since` is null for who never looked before this visit. Undefined when
 * they are gone.
 */
export const newsWindow = async (db: Db, userId: number): Promise<{ since: Date | null; until: Date } | undefined> => {
  const since = sql<Date | null>`CASE WHEN ${hasEnded} THEN ${users.newsSeenAt} ELSE ${users.newsSince} END`
  const bounded = sql<Date | null>`CASE WHEN ${since} IS NOT NULL THEN greatest(${since}, ${OLDEST}) END`
  const until = sql<Date>`date_trunc('milliseconds', now() - ${SETTLED})`
  const window = { since: toDate(bounded), until: toDate(until) }
  const [found] = await db.orm.select(window).from(users).where(eq(users.id, userId))
  return found as { since: Date | null; until: Date } | undefined
}

/** $2 and $3: after and up to when. */
const newVotesOf = (amount: keyof typeof OF_OWN, name: string) =>
  statement({
    name,
    row: { newVotes: z.number(), newHot: z.number() },
    text: `
SELECT count(*) AS new_votes, count(*) FILTER (WHERE is_hot) AS new_hot FROM votes
WHERE ${OF_OWN[amount]} AND created_at > $2::timestamptz AND created_at <= $3::timestamptz AND ${IS_COUNTED}`,
  })
const NEW_VOTES = { few: newVotesOf('few', 'new_votes'), many: newVotesOf('many', 'many_new_votes') }

/** Counted votes on an owner's items after `since`, up to `until`. */
export const newVotes = async (db: Db, ownerId: number, { since, until }: { since: Date; until: Date }) =>
  onlyRow(await db.query(NEW_VOTES[await amountOf(db, ownerId)], [ownerId, since, until]))

/** Moves the visit on, or begins the next one: votes are new then that came after the end of the last. Never backwards. */
export const markSeen = async (db: Db, userId: number, until: Date): Promise<undefined> => {
  await db.orm
    .update(users)
    .set({
      newsSince: sql`CASE WHEN ${hasEnded} THEN ${users.newsSeenAt} ELSE ${users.newsSince} END`,
      newsSeenAt: sql`greatest(${users.newsSeenAt}, least(${until.toISOString()}::timestamptz, now()))`,
    })
    .where(eq(users.id, userId))
}

const IS_OWN_SHOWN = (ownerId: number) => and(eq(media.ownerId, ownerId), IS_STORED, isNotNull(media.position))

/** How the shown items of an owner do on which somebody voted Hot: each result once, with the newest item that has it. */
export const ownResults = (db: Db, ownerId: number) =>
  db.orm
    .select({ hot: media.hotVotes, not: media.notVotes, newest: sql<number>`max(${media.id})`.mapWith(Number) })
    .from(media)
    .where(and(IS_OWN_SHOWN(ownerId), gt(media.hotVotes, 0)))
    .groupBy(media.hotVotes, media.notVotes)

/** One of an owner's shown items, as their statistics show it; undefined when it is gone meanwhile. */
export const ownItem = async (db: Db, ownerId: number, id: number) => {
  const [row] = await db.orm
    .select({ ...MEDIA_COLUMNS, isWaiting: IS_WAITING, isHidden: IS_HIDDEN })
    .from(media)
    .where(and(eq(media.id, id), IS_OWN_SHOWN(ownerId)))
  return row
}
