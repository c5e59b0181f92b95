import type { SetAside, SomeVoters } from '@hotvote/shared/operator/vote-review'
import type { PageQuery } from '@hotvote/shared/page'
import { and, asc, count, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { countWhere, onlyRow } from '../../platform/db/aggregates.ts'
import { allowLongStatements, type Db } from '../../platform/db/client.ts'
import { newestFirst } from '../../platform/db/keyset.ts'
import { media, sessions, setAsides, users, votes } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { IS_LAST_NETWORK } from '../../platform/db/voter-network.ts'

const isAfter = (column: typeof users.createdAt | typeof votes.createdAt, days: number) =>
  gt(column, sql`now() - make_interval(days => ${days}::int)`)

const usersFrom = ({ orm }: Db, network: string) => {
  const isFrom = and(eq(sessions.network, Buffer.from(network, 'hex')), sql.raw(IS_LAST_NETWORK))
  return orm.select({ id: sessions.userId }).from(sessions).where(isFrom)
}

const listVotersOn = async ({ orm }: Db, { mediaId, days }: { mediaId: number; days: number }) => {
  const isRecent = and(eq(votes.mediaId, mediaId), isAfter(votes.createdAt, days))
  return (await orm.select({ id: votes.userId }).from(votes).where(isRecent)).map(({ id }) => id)
}

const isIn = (ids: number[]) => sql`${users.id} = ANY(${sql.param(ids)}::bigint[])`

const isMeant = async (db: Db, voters: SomeVoters): Promise<SQL | undefined> => {
  switch (voters.kind) {
    case 'voter':
      return eq(users.id, voters.userId)
    case 'network':
      return inArray(users.id, usersFrom(db, voters.network))
    case 'synthetic':
      return eq(users.isSynthetic, true)
    case 'item':
      return and(
        isIn(await listVotersOn(db, voters)),
        voters.network === undefined ? undefined : inArray(users.id, usersFrom(db, voters.network)),
        voters.isNew ? isAfter(users.createdAt, voters.days) : undefined,
      )
  }
}

/** Locks voters to prevent concurrent votes, so that each vote is counted once. */
export const lockCountedVoters = async (db: Db, voters: SomeVoters): Promise<number[]> => {
  const isCounted = and(eq(users.isSetAside, false), gt(users.votesCast, 0), isNull(users.deletedAt))
  const rows = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(await isMeant(db, voters), isCounted))
    .orderBy(asc(users.id))
    .for('no key update')
  return rows.map(({ id }) => id)
}

type NewSetAside = Pick<SetAside, 'kind' | 'userId' | 'mediaId' | 'networkLabel'>

export const setVotersAside = async ({ orm }: Db, ids: number[], entry: NewSetAside): Promise<number> => {
  const added = orm.insert(setAsides).values({ ...entry, voters: ids.length })
  const { id: setAsideId } = onlyRow(await added.returning({ id: setAsides.id }))
  await orm.update(users).set({ isSetAside: true, setAsideId }).where(isIn(ids))
  return setAsideId
}

export const unmarkVoters = async ({ orm }: Db, setAsideId: number): Promise<number | undefined> => {
  const isIt = eq(setAsides.id, setAsideId)
  const countedAgainAt = sql`coalesce(${setAsides.countedAgainAt}, now())`
  if ((await orm.update(setAsides).set({ countedAgainAt }).where(isIt)).rowCount === 0) return undefined
  const isMarked = and(eq(users.setAsideId, setAsideId), eq(users.isSetAside, true))
  const locked = await orm
    .select({ id: users.id })
    .from(users)
    .where(isMarked)
    .orderBy(asc(users.id))
    .for('no key update')
  await orm
    .update(users)
    .set({ isSetAside: false })
    .where(isIn(locked.map(({ id }) => id)))
  return locked.length
}

/** Milliseconds. Long, because the voters of a network may have cast a million votes. */
const TIMEOUT = 60_000

const ITEMS_VOTED_ON = statement({
  name: 'items_voted_on',
  timeout: TIMEOUT,
  row: { id: z.number() },
  text: `
SELECT DISTINCT media_id AS id FROM votes
WHERE user_id IN (SELECT id FROM users WHERE set_aside_id = $1) AND media_id > $2 ORDER BY media_id`,
})

export const listItemsVotedOn = async (tx: Db, setAsideId: number, after: number): Promise<number[]> => {
  await allowLongStatements(tx, TIMEOUT)
  return (await tx.query(ITEMS_VOTED_ON, [setAsideId, after])).map(({ id }) => id)
}

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
      voters: setAsides.voters,
      createdAt: setAsides.createdAt,
      countedAgainAt: setAsides.countedAgainAt,
    })
    .from(setAsides)
    .leftJoin(users, eq(users.id, setAsides.userId))
    .leftJoin(media, and(eq(media.id, setAsides.mediaId), eq(media.status, 'ready')))
  return newestFirst(setAsides.id, query).pageOf(listed)
}

export const syntheticTotals = async ({ orm }: Db) =>
  onlyRow(
    await orm
      .select({ voters: count(), setAside: countWhere(eq(users.isSetAside, true)) })
      .from(users)
      .where(and(eq(users.isSynthetic, true), gt(users.votesCast, 0))),
  )
