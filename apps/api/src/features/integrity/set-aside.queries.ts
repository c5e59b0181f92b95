import type { Parsed } from '@hotvote/shared/contract'
import type { countVotesAgain, SetAside, SomeVotes } from '@hotvote/shared/integrity'
import type { PageQuery } from '@hotvote/shared/page'
import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  not,
  notExists,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow, sumOf } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { newestFirst } from '../../db/keyset.ts'
import { media, operations, sessions, setAsides, setAsideVotes, users, votes } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { IS_LAST_NETWORK, NETWORK_RETENTION } from '../../db/voter-network.ts'
import { shareDays } from '../../db/written-days.ts'

/** A vote by its key. */
export type VoteKey = { userId: number; mediaId: number }

/** From when to when the votes were cast that are set aside, as the database writes times. */
type Period = { since: string | null; until: string }

/** The moment of now and that of so many days ago, by the clock that votes have their times from. */
export const periodOf = async (db: Db, days: number | undefined): Promise<Period> => {
  const since = sql<string | null>`(now() - make_interval(days => ${days ?? null}::int))::text`
  return onlyRow(await db.orm.select({ since, until: sql<string>`now()::text` }).from(sql`(VALUES (1)) one`))
}

const isSynthetic = eq(users.isSynthetic, true)

const IS_SHOWN = eq(media.status, 'ready')

/** Who voted: one voter, everybody who came from a network last, new ones, synthetic ones. */
const votersOf = ({ orm }: Db, of: SomeVotes, { since }: Period): (SQL | undefined)[] => {
  const ofNetwork = (network: string) =>
    orm
      .select({ id: sessions.userId })
      .from(sessions)
      .where(and(eq(sessions.network, Buffer.from(network, 'hex')), sql.raw(IS_LAST_NETWORK)))
  const synthetic = orm.select({ id: users.id }).from(users).where(isSynthetic)
  const isNew = and(eq(users.id, votes.userId), gt(users.createdAt, sql`${since}::timestamptz`))
  return [
    of.userId === undefined ? undefined : eq(votes.userId, of.userId),
    of.mediaId === undefined ? undefined : eq(votes.mediaId, of.mediaId),
    of.network === undefined ? undefined : inArray(votes.userId, ofNetwork(of.network)),
    of.kind === 'synthetic' ? inArray(votes.userId, synthetic) : undefined,
    of.isNew ? exists(orm.select({ id: users.id }).from(users).where(isNew)) : undefined,
  ]
}

type Some = { of: SomeVotes; period: Period; after: VoteKey; limit: number }

/** Votes that count and are to be set aside, by their key, behind `after`. */
export const votesToSetAside = (db: Db, { of, period, after, limit }: Some): Promise<VoteKey[]> => {
  const { since, until } = period
  const { userId, mediaId } = setAsideVotes
  const isAside = and(eq(userId, votes.userId), eq(mediaId, votes.mediaId))
  const aside = db.orm.select({ userId }).from(setAsideVotes).where(isAside)
  // An item's votes are found by its index and sorted: in the order of the key, everybody's votes would be read.
  const firstBy = of.kind === 'item' ? sql`${votes.userId} + 0` : votes.userId
  return db.orm
    .select({ userId: votes.userId, mediaId: votes.mediaId })
    .from(votes)
    .where(
      and(
        ...votersOf(db, of, period),
        since === null ? undefined : gt(votes.createdAt, sql`${since}::timestamptz`),
        lte(votes.createdAt, sql`${until}::timestamptz`),
        notExists(aside),
        sql`(${votes.userId}, ${votes.mediaId}) > (${after.userId}::bigint, ${after.mediaId}::bigint)`,
      ),
    )
    .orderBy(firstBy, asc(votes.mediaId))
    .limit(limit)
}

/** What is counted again: votes that were set aside together, or all synthetic ones. */
export type SetAsideChoice = Parsed<typeof countVotesAgain, 'body'>

const chosen = ({ setAsideId }: SetAsideChoice) =>
  setAsideId !== undefined
    ? eq(setAsides.id, setAsideId)
    : and(eq(setAsides.kind, 'synthetic'), isNull(setAsides.countedAgainAt))

/** Ids of what is counted again. */
export const chosenSetAsides = async ({ orm }: Db, of: SetAsideChoice): Promise<number[]> => {
  const rows = await orm.select({ id: setAsides.id }).from(setAsides).where(chosen(of)).orderBy(asc(setAsides.id))
  return rows.map(({ id }) => id)
}

/** Votes that are set aside, by their key, behind `after`. */
export const votesSetAside = (
  { orm }: Db,
  { setAsideId, after, limit }: { setAsideId: number; after: VoteKey; limit: number },
): Promise<VoteKey[]> => {
  const { userId, mediaId } = setAsideVotes
  const isBehind = sql`(${userId}, ${mediaId}) > (${after.userId}::bigint, ${after.mediaId}::bigint)`
  return orm
    .select({ userId, mediaId })
    .from(setAsideVotes)
    .where(and(eq(setAsideVotes.setAsideId, setAsideId), isBehind))
    .orderBy(asc(userId), asc(mediaId))
    .limit(limit)
}

/**
 * Locks what the totals of these votes stand on until the transaction ends. The days first, so that a day which is being
 * written down is seen or waits. The items by id, as every lock of many rows, and so that no vote on them is added, moved
 * or erased meanwhile.
 */
export const lockTotals = async (db: Db, keys: VoteKey[]) => {
  await shareDays(db)
  const ids = [...new Set(keys.map(({ mediaId }) => mediaId))]
  const { id } = media
  await db.orm.select({ id }).from(media).where(inArray(id, ids)).orderBy(asc(id)).for('update')
}

/** The votes of an item, and those of a day, by which their totals change. */
const TOTALS = (sign: '+' | '-') => `
vote AS (
  SELECT votes.media_id, (created_at AT TIME ZONE 'UTC')::date AS day, is_hot
  FROM moved JOIN votes ON votes.user_id = moved.user_id AND votes.media_id = moved.media_id),
item AS (
  UPDATE media SET hot_votes = hot_votes ${sign} sum.hot, not_votes = not_votes ${sign} sum.not_hot
  FROM (SELECT media_id, count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS not_hot
    FROM vote GROUP BY media_id) sum WHERE media.id = sum.media_id),
written_day AS (
  UPDATE daily_activity SET hot_votes = hot_votes ${sign} sum.hot, not_votes = not_votes ${sign} sum.not_hot
  FROM (SELECT day, count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS not_hot
    FROM vote GROUP BY day) sum WHERE daily_activity.day = sum.day)`

/** Of the keys only those whose vote is there, on an item that is. */
const PAIR = `
pair AS MATERIALIZED (
  SELECT votes.user_id, votes.media_id FROM unnest($2::bigint[], $3::bigint[]) AS given (user_id, media_id)
  JOIN votes ON votes.user_id = given.user_id AND votes.media_id = given.media_id
  JOIN media ON media.id = votes.media_id AND media.status = 'ready')`

const SET_ASIDE = statement({
  name: 'set_votes_aside',
  row: { votes: z.number() },
  text: `
WITH ${PAIR},
moved AS (
  INSERT INTO set_aside_votes (user_id, media_id, set_aside_id) SELECT user_id, media_id, $1::bigint FROM pair
  ON CONFLICT DO NOTHING RETURNING user_id, media_id),
${TOTALS('-')},
total AS (UPDATE set_asides SET votes = votes + (SELECT count(*) FROM moved) WHERE id = $1::bigint)
SELECT count(*) AS votes FROM moved`,
})

const COUNT_AGAIN = statement({
  name: 'count_votes_again',
  row: { votes: z.number() },
  text: `
WITH ${PAIR},
moved AS (
  DELETE FROM set_aside_votes USING pair
  WHERE set_aside_votes.user_id = pair.user_id AND set_aside_votes.media_id = pair.media_id AND set_aside_id = $1::bigint
  RETURNING pair.user_id, pair.media_id),
${TOTALS('+')}
SELECT count(*) AS votes FROM moved`,
})

const move =
  (how: typeof SET_ASIDE) =>
  async (db: Db, setAsideId: number, keys: VoteKey[]): Promise<number> => {
    const values = [setAsideId, keys.map(({ userId }) => userId), keys.map(({ mediaId }) => mediaId)]
    return onlyRow(await db.query(how, values)).votes
  }

/** Sets votes aside whose totals are locked, and takes them off. Returns how many: not those that are gone, or aside already. */
export const setAsideLocked = move(SET_ASIDE)

/** The same back. */
export const countLockedAgain = move(COUNT_AGAIN)

type NewSetAside = Pick<SetAside, 'kind' | 'userId' | 'mediaId' | 'networkLabel'>

export const insertSetAside = async (db: Db, what: NewSetAside): Promise<number> =>
  onlyRow(await db.orm.insert(setAsides).values(what).returning({ id: setAsides.id })).id

/**
 * Writes down that these count again, where none of their votes is left; those on deleted items never come back, those on
 * items in the trash may.
 */
export const closeSetAsides = async (db: Db, ids: number[]) => {
  const left = db.orm
    .select({ id: setAsideVotes.setAsideId })
    .from(setAsideVotes)
    .innerJoin(media, and(eq(media.id, setAsideVotes.mediaId), inArray(media.status, ['ready', 'trashed'])))
    .where(eq(setAsideVotes.setAsideId, setAsides.id))
  await db.orm
    .update(setAsides)
    .set({ countedAgainAt: sql`now()` })
    .where(and(inArray(setAsides.id, ids), isNull(setAsides.countedAgainAt), notExists(left)))
}

/** Forgets the hash of a network so long after its votes were set aside; what was set aside stays. */
export const forgetNetworksOfEnded = async ({ orm }: Db) => {
  const path = sql`'{setAside,network}'::text[]`
  await orm
    .update(operations)
    .set({ input: sql`(${operations.input} - 'dismisses') #- ${path}` })
    .where(
      and(
        eq(operations.kind, 'set-votes-aside'),
        lt(operations.endedAt, sql`now() - ${NETWORK_RETENTION}`),
        // The key of an outlier may hold it, too.
        sql`(${operations.input} #> ${path} IS NOT NULL OR ${operations.input} ? 'dismisses')`,
      ),
    )
}

/** One page, with the names of those that are still there. */
export const setAsidesPage = async (db: Db, query: PageQuery) => {
  const listed = db.orm
    .select({
      id: setAsides.id,
      kind: setAsides.kind,
      userId: setAsides.userId,
      username: users.username,
      mediaId: setAsides.mediaId,
      mediaName: media.originalName,
      networkLabel: setAsides.networkLabel,
      votes: setAsides.votes,
      createdAt: setAsides.createdAt,
      countedAgainAt: setAsides.countedAgainAt,
    })
    .from(setAsides)
    .leftJoin(users, eq(users.id, setAsides.userId))
    .leftJoin(media, and(eq(media.id, setAsides.mediaId), IS_SHOWN))
  return newestFirst(setAsides.id, query).pageOf(listed)
}

/**
 * Synthetic users, their votes on what is shown, how many of these are set aside, and how many of those as synthetic ones. The
 * counters of users say how many votes there are, so that only those on items in the trash and on deleted ones are read.
 */
export const syntheticTotals = async ({ orm }: Db) => {
  const countOf = (which: SQLWrapper) => sql<number>`(SELECT count(*) FROM ${which} each)`.mapWith(Number)
  const each = { n: sql`1` }
  const gone = orm
    .select(each)
    .from(media)
    .innerJoin(votes, eq(votes.mediaId, media.id))
    .innerJoin(users, eq(users.id, votes.userId))
    .where(and(not(IS_SHOWN), isSynthetic))
  const aside = orm
    .select(each)
    .from(setAsideVotes)
    .innerJoin(users, eq(users.id, setAsideVotes.userId))
    .innerJoin(media, and(eq(media.id, setAsideVotes.mediaId), IS_SHOWN))
    .where(isSynthetic)
  const together = orm
    .select(each)
    .from(setAsideVotes)
    .innerJoin(setAsides, and(eq(setAsides.id, setAsideVotes.setAsideId), eq(setAsides.kind, 'synthetic')))
    .innerJoin(media, and(eq(media.id, setAsideVotes.mediaId), IS_SHOWN))
  return onlyRow(
    await orm
      .select({
        voters: sql<number>`count(*)`.mapWith(Number),
        votes: sql<number>`${sumOf(users.votesCast)} - ${countOf(gone)}`.mapWith(Number),
        setAside: countOf(aside),
        setAsideTogether: countOf(together),
      })
      .from(users)
      .where(isSynthetic),
  )
}
