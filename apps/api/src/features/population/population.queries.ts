import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { media, users, votes } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'

const isVisible = isNotNull(media.position)

export const nextItem = async (db: Db, after: number): Promise<number | undefined> => {
  const [row] = await db.orm
    .select({ id: media.id })
    .from(media)
    .where(and(gt(media.id, after), isVisible))
    .orderBy(asc(media.id))
    .limit(1)
    .for('no key update')
    .prepare('population_next_item')
    .execute()
  return row?.id
}

export const lockVisible = async (db: Db, mediaId: number): Promise<boolean> => {
  const rows = await db.orm
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.id, mediaId), isVisible))
    .for('no key update')
    .prepare('population_lock_item')
    .execute()
  return rows.length > 0
}

export const itemsFrom = (db: Db, id: number) => db.orm.$count(media, and(gte(media.id, id), isVisible))

/** Locks the first synthetic users who count and have not voted on the item. */
export const idleVoters = async (db: Db, mediaId: number, count: number): Promise<number[]> => {
  const synthetic = db.orm.select({ id: users.id }).from(users).where(eq(users.isSynthetic, true))
  const isTheirs = and(eq(votes.mediaId, mediaId), inArray(votes.userId, synthetic))
  const voted = db.orm.select({ id: votes.userId }).from(votes).where(isTheirs)
  const rows = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(users.isSynthetic, eq(users.isSetAside, false), isNull(users.deletedAt), notInArray(users.id, voted)))
    .orderBy(asc(users.id))
    .limit(count)
    .for('no key update', { skipLocked: true })
    .prepare('population_idle_voters')
    .execute()
  return rows.map(({ id }) => id)
}

export const createVoters = async (db: Db, count: number): Promise<number[]> => {
  const made = Array.from({ length: count }, () => ({
    username: `Voter-${randomUUID().replaceAll('-', '')}`,
    isSynthetic: true,
  }))
  const rows = await db.orm.insert(users).values(made).returning({ id: users.id })
  return rows.map(({ id }) => id)
}

const INSERT_VOTES = statement({
  name: 'population_votes',
  row: { count: z.number() },
  text: `
WITH made AS (
  INSERT INTO votes (user_id, media_id, is_hot)
  SELECT voter, $1, place <= $3 FROM unnest($2::bigint[]) WITH ORDINALITY AS each(voter, place)
  ON CONFLICT DO NOTHING RETURNING user_id, is_hot),
total AS (
  UPDATE media SET hot_votes = hot_votes + sum.hot, not_votes = not_votes + sum.all - sum.hot
  FROM (SELECT count(*) AS all, count(*) FILTER (WHERE is_hot) AS hot FROM made) sum WHERE media.id = $1),
counters AS (UPDATE users SET votes_cast = votes_cast + 1 FROM made WHERE users.id = made.user_id)
SELECT count(*) AS count FROM made`,
})

type Votes = { mediaId: number; voters: number[]; hot: number }

/** The first `hot` voters vote Hot. Updates totals and counters; returns how many votes count. */
export const insertSyntheticVotes = async (db: Db, { mediaId, voters, hot }: Votes): Promise<number> =>
  onlyRow(await db.query(INSERT_VOTES, [mediaId, voters, hot])).count

const LOCK_USERS = statement({ name: 'lock_users', text: 'LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE' })
const RESTART_USER_IDS = statement({
  name: 'restart_user_ids',
  row: { next: z.number() },
  text: `
SELECT setval(
  pg_get_serial_sequence('users', 'id'),
  greatest((SELECT coalesce(max(id), 0) + 1 FROM users), (SELECT last_value + is_called::int FROM users_id_seq)),
  false) AS next`,
})

/** Returns the next free id; the lock keeps out new users during the search. */
export const restartUserIds = async (db: Db): Promise<number> => {
  await db.query(LOCK_USERS)
  return onlyRow(await db.query(RESTART_USER_IDS)).next
}
