import { PLOT_DAYS, VISIT_MS } from '@hotvote/shared/limits'
import { and, count, eq, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { media, setAsideVotes, users, votes } from '../../db/schema/index.ts'
import { IS_HIDDEN, IS_STORED, IS_WAITING, MEDIA_COLUMNS } from '../../db/stored-media.ts'

/** Votes of the last moment are told the next time: the commit of one that has an earlier time may still be under way. */
const SETTLED = sql`interval '2 seconds'`
const VISIT = sql`${VISIT_MS} * interval '1 millisecond'`
const OLDEST = sql`now() - ${PLOT_DAYS} * interval '1 day'`

const hasEnded = sql`${users.newsSeenAt} < now() - ${VISIT}`
const toDate = (value: SQL) => value.mapWith(users.newsSince)

/** Between which moments votes are new to somebody; `since` is null for who never looked before this visit. */
export const newsWindow = async (db: Db, userId: number): Promise<{ since: Date | null; until: Date }> => {
  const since = sql<Date | null>`CASE WHEN ${hasEnded} THEN ${users.newsSeenAt} ELSE ${users.newsSince} END`
  const bounded = sql<Date | null>`CASE WHEN ${since} IS NOT NULL THEN greatest(${since}, ${OLDEST}) END`
  const until = sql<Date>`date_trunc('milliseconds', now() - ${SETTLED})`
  const window = { since: toDate(bounded), until: toDate(until) }
  const found = onlyRow(await db.orm.select(window).from(users).where(eq(users.id, userId)))
  return found as { since: Date | null; until: Date }
}

/** Counted votes on an owner's items after `since`, up to `until`. */
export const newVotes = async (db: Db, ownerId: number, { since, until }: { since: Date; until: Date }) =>
  onlyRow(
    await db.orm
      .select({ newVotes: count(), newHot: sql<number>`count(*) FILTER (WHERE ${votes.isHot})`.mapWith(Number) })
      .from(votes)
      .innerJoin(media, eq(media.id, votes.mediaId))
      .leftJoin(setAsideVotes, and(eq(setAsideVotes.userId, votes.userId), eq(setAsideVotes.mediaId, votes.mediaId)))
      .where(
        and(
          eq(media.ownerId, ownerId),
          IS_STORED,
          isNull(setAsideVotes.userId),
          gt(votes.createdAt, since),
          lte(votes.createdAt, until),
        ),
      ),
  )

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
