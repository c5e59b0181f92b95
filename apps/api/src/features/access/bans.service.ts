import type { Parsed } from '@hotvote/shared/contract'
import { type addBan, type Ban, type BannedPart, bannedParts, type listBans } from '@hotvote/shared/operator/bans'
import { and, desc, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { newestFirst } from '../../platform/db/keyset.ts'
import { bans, sessions } from '../../platform/db/schema/index.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { addressIn, networkHash } from '../../platform/http/network.ts'

type NewBan = Parsed<typeof addBan, 'body'>

const isOver = sql<boolean>`(${bans.liftedAt} IS NOT NULL OR coalesce(${bans.until} <= now(), false))`
const columns = { ...getTableColumns(bans), isOver }
type Row = typeof bans.$inferSelect & { isOver: boolean }

const toBan = ({ network, pattern, isOver, ...row }: Row): Ban => ({
  ...withIsoTimes(row),
  target: pattern ?? network?.toString('hex') ?? '',
  isActive: !isOver,
})

type ListQuery = Parsed<typeof listBans, 'query'>

const hasKind = ({ kind }: Pick<ListQuery, 'kind'>) => kind && eq(bans.kind, kind)

export const countBans = (db: Db, query: ListQuery) => db.orm.$count(bans, hasKind(query))

export const bansPage = async (db: Db, query: ListQuery) => {
  const { rows, nextCursor } = await newestFirst(bans.id, query).pageOf(
    db.orm.select(columns).from(bans),
    hasKind(query),
  )
  return { rows: rows.map(toBan), nextCursor }
}

/** Returns null if the user has no session from a known network. */
const latestNetwork = async (db: Db, userId: number) => {
  const [session] = await db.orm
    .select({ network: sessions.network })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNotNull(sessions.network)))
    .orderBy(desc(sessions.seenAt))
    .limit(1)
  return session?.network ?? null
}

const findNetwork = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  given: Extract<NewBan, { kind: 'network' }>,
): Promise<Buffer> => {
  if (given.network !== undefined) return Buffer.from(given.network, 'hex')
  if (given.userId !== undefined) {
    const network = await latestNetwork(db, given.userId)
    if (!network) throw new AppError('not_found', 'The network of this user is not known any more.')
    return network
  }
  const network = networkHash(config.secret, addressIn(given.address ?? ''))
  if (network) return network
  const message = 'Enter an IP address'
  throw new AppError('invalid_request', message, { issues: [{ path: 'address', message }] })
}

type Target = Pick<typeof bans.$inferInsert, 'kind' | 'network' | 'pattern' | 'parts'>
type Limits = Pick<NewBan, 'reason' | 'days'>

/** Returns undefined if the target already has an active ban. */
const insertBan = async (tx: Db, operator: Operator, { days, ...given }: Target & Limits) => {
  const until = days === null ? null : sql<Date>`now() + make_interval(days => ${days}::int)`
  // End expired bans first, because they would conflict with a new ban of their target.
  await tx.orm
    .update(bans)
    .set({ liftedAt: sql`now()` })
    .where(sql`${bans.liftedAt} IS NULL AND ${bans.until} <= now()`)
  const [added] = await tx.orm
    .insert(bans)
    .values({ ...given, until, createdBy: operator.name })
    .onConflictDoNothing()
    .returning(columns)
  if (!added) return
  const { kind, reason } = given
  await recordOperator(tx, operator, { event: 'BAN_ADDED', context: { banId: added.id, kind, reason, days } })
  return toBan(added)
}

/** @throws {AppError} `conflict` if the target is already banned */
export const createBan = async (deps: Pick<Deps, 'db' | 'log' | 'config'>, given: NewBan, operator: Operator) => {
  const { kind, reason, days } = given
  const ban =
    given.kind === 'network'
      ? { kind, reason, days, parts: given.parts, network: await findNetwork(deps, given) }
      : given
  return withTx(deps, async (tx) => {
    const added = await insertBan(tx, operator, ban)
    if (!added) throw new AppError('conflict', 'There is already an active ban for this.')
    return added
  })
}

/** Bans the user's latest network. @returns the ban's id, or null if the network is unknown or already banned */
export const banNetworkOfUser = async (
  tx: Db,
  operator: Operator,
  { userId, ...limits }: Limits & { userId: number },
) => {
  const network = await latestNetwork(tx, userId)
  if (!network) return null
  const parts = [...bannedParts]
  return (await insertBan(tx, operator, { kind: 'network', network, parts, ...limits }))?.id ?? null
}

export const endBan = (deps: Pick<Deps, 'db' | 'log'>, banId: number, operator: Operator) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const { rowCount } = await tx.orm
      .update(bans)
      .set({ liftedAt: sql`now()` })
      .where(and(eq(bans.id, banId), sql`NOT ${isOver}`))
    if (rowCount === 0) throw new AppError('not_found', 'This ban has already ended.')
    await recordOperator(tx, operator, { event: 'BAN_LIFTED', context: { banId } })
  })

/** Skips a locked row, so a flood of refused requests doesn't occupy all connections. */
const countHit = async ({ orm }: Db, id: number) => {
  const free = orm.select({ id: bans.id }).from(bans).where(eq(bans.id, id)).for('update', { skipLocked: true })
  await orm
    .update(bans)
    .set({ hits: sql`${bans.hits} + 1`, lastHitAt: sql`now()` })
    .where(inArray(bans.id, free))
}

export const readBannedNetworks = async ({ orm }: Db) => {
  const { id, network, parts } = bans
  const rows = await orm
    .select({ id, network, parts })
    .from(bans)
    .where(and(eq(bans.kind, 'network'), sql`NOT ${isOver}`))
    .prepare('banned_networks')
    .execute()
  return new Map(rows.map((row) => [row.network?.toString('hex') ?? '', row]))
}

export const describeBan = (part: BannedPart) => `You can't ${part} from your network.`

export const refuseBanned = async (db: Db, banned: { id: number; parts: BannedPart[] }, part: BannedPart) => {
  if (!banned.parts.includes(part)) return
  await countHit(db, banned.id)
  throw new AppError('closed', describeBan(part))
}

/** A pattern matches anywhere in a name. A domain also matches its subdomains. */
const MATCHES = {
  username: (name: string) => sql`position(${bans.pattern} in lower(${name})) > 0`,
  email_domain: (address: string) => sql`'.' || lower(split_part(${address}, '@', 2)) LIKE '%.' || ${bans.pattern}`,
}

export const BANNED_DOMAIN = 'Please use an address from another email provider'

/** Counts a match as a hit of the ban, because the caller then rejects the request. */
export const isBanned = async (db: Db, kind: keyof typeof MATCHES, text: string): Promise<boolean> => {
  const [found] = await db.orm
    .select({ id: bans.id })
    .from(bans)
    .where(and(eq(bans.kind, kind), MATCHES[kind](text), sql`NOT ${isOver}`))
    .limit(1)
  if (found) await countHit(db, found.id)
  return found !== undefined
}
