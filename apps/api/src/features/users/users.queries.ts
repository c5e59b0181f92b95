import type { Parsed } from '@hotvote/shared/contract'
import type { listUsers, userGroups, userSorts } from '@hotvote/shared/operator/users'
import { and, count, eq, gt, ilike, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { countWhere, onlyRow, sumColumn } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { containing, type Sort, sortedBy } from '../../platform/db/keyset.ts'
import { sessions, users } from '../../platform/db/schema/index.ts'
import { findTakenDownItems } from '../moderation/taken-down.sql.ts'

export type UserQuery = Parsed<typeof listUsers, 'query'>

const { id, username, email, latitude, longitude, uploads, votesCast, viewsMade } = users
const { loginCount, lastLoginAt, createdAt, isSynthetic } = users

const SORTS: Record<(typeof userSorts)[number], Sort> = {
  username: { by: sql`lower(${username})`, kind: 'text' },
  email: { by: sql`coalesce(lower(${email}), '')`, kind: 'text' },
  location: { by: sql`coalesce(${latitude}, -1000)`, kind: 'number' },
  activity: { by: sql`(${uploads} + ${votesCast} + ${viewsMade})`, kind: 'number' },
  lastLoginAt: { by: sql`coalesce(${lastLoginAt}, 'epoch')`, kind: 'time' },
  loginCount: { by: sql`${loginCount}`, kind: 'number' },
  createdAt: { by: sql`${createdAt}`, kind: 'time' },
}

const GROUPS: Record<(typeof userGroups)[number], SQL | undefined> = {
  active: or(gt(uploads, 0), gt(votesCast, 0)),
  inactive: and(eq(uploads, 0), eq(votesCast, 0)),
  saved: isNotNull(users.emailVerifiedAt),
  synthetic: sql`${isSynthetic}`,
  blocked: isNotNull(users.blockedAt),
}

const dateFilters = ({ dateField, lastDays, year, month, from, to }: UserQuery) => {
  const column = users[dateField]
  const first = sql`make_date(${year}::int, 1, 1)`
  return [
    lastDays === undefined ? undefined : sql`${column} >= now() - make_interval(days => ${lastDays}::int)`,
    year === undefined ? undefined : sql`${column} >= ${first} AND ${column} < ${first} + interval '1 year'`,
    month === undefined ? undefined : sql`extract(month FROM ${column}) = ${month}::int`,
    from === undefined ? undefined : sql`${column} >= ${from}::date`,
    to === undefined ? undefined : sql`${column} < ${to}::date + 1`,
  ]
}

const usersFrom = ({ orm }: Db, network: string) =>
  orm
    .select({ id: sessions.userId })
    .from(sessions)
    .where(eq(sessions.network, Buffer.from(network, 'hex')))

const buildFilters = (db: Db, query: UserQuery) => {
  const pattern = query.search && containing(query.search)
  return and(
    ...dateFilters(query),
    query.group && GROUPS[query.group],
    query.network === undefined ? undefined : inArray(id, usersFrom(db, query.network)),
    pattern ? or(ilike(username, pattern), ilike(email, pattern)) : undefined,
  )
}

export const isFiltered = (db: Db, query: UserQuery) => buildFilters(db, query) !== undefined

export const LISTED = {
  id,
  username,
  email,
  emailVerified: sql<boolean>`${users.emailVerifiedAt} IS NOT NULL`,
  latitude,
  longitude,
  totalUploads: uploads,
  totalVotes: votesCast,
  totalViews: viewsMade,
  loginCount,
  lastLoginAt,
  createdAt,
  isSynthetic,
  isBlocked: sql<boolean>`${users.blockedAt} IS NOT NULL`,
  isDeleted: sql<boolean>`${users.deletedAt} IS NOT NULL`,
}

export const usersPage = async (db: Db, query: UserQuery) => {
  const { sortValue, pageOf } = sortedBy(id, SORTS[query.sort], query)
  const listed = db.orm
    .select({ ...LISTED, takenDownItems: sql`${findTakenDownItems(db, id)}`.mapWith(Number), sortValue })
    .from(users)
  return pageOf(listed, buildFilters(db, query))
}

export const countOfUsers = (db: Db, query: UserQuery) => db.orm.$count(users, buildFilters(db, query))

export const readUserTotals = async (db: Db) =>
  onlyRow(
    await db.orm
      .select({ totalUsers: count(), activeUsers: countWhere(GROUPS.active), totalUploads: sumColumn(uploads) })
      .from(users),
  )
