import type { Parsed } from '@hotvote/shared/contract'
import type { listUsers, userGroups, userSorts } from '@hotvote/shared/users'
import type { Db } from '../../db/client.ts'
import { containing, keyset, parameters, type SortColumn } from '../../db/keyset.ts'

export type UserWish = Parsed<typeof listUsers, 'query'>

const SORTS: Record<(typeof userSorts)[number], SortColumn> = {
  username: { sql: 'lower(username)', kind: 'text' },
  email: { sql: `coalesce(lower(email), '')`, kind: 'text' },
  location: { sql: 'coalesce(latitude, -1000)', kind: 'number' },
  activity: { sql: '(uploads + votes_cast + views_made)', kind: 'number' },
  lastLoginAt: { sql: `coalesce(last_login_at, 'epoch')`, kind: 'time' },
  loginCount: { sql: 'login_count', kind: 'number' },
  createdAt: { sql: 'created_at', kind: 'time' },
}

const GROUPS: Record<(typeof userGroups)[number], string> = {
  active: '(uploads > 0 OR votes_cast > 0)',
  inactive: '(uploads = 0 AND votes_cast = 0)',
  saved: 'email_verified_at IS NOT NULL',
  synthetic: 'is_synthetic',
}

type UserRow = {
  id: number
  username: string
  email: string | null
  emailVerified: boolean
  latitude: number | null
  longitude: number | null
  totalUploads: number
  totalVotes: number
  totalViews: number
  loginCount: number
  lastLoginAt: Date | null
  createdAt: Date
  isSynthetic: boolean
  sortValue: string | number
}

type Add = (value: unknown) => number

/** Days and years are those of UTC, the connection's time zone. */
const dateFilters = (wish: UserWish, add: Add) => {
  const column = wish.dateField === 'lastLoginAt' ? 'last_login_at' : 'created_at'
  const filters: string[] = []
  const { lastDays, year, month, from, to } = wish
  if (lastDays !== undefined) filters.push(`${column} >= now() - make_interval(days => $${add(lastDays)}::int)`)
  if (year !== undefined) {
    const first = `make_date($${add(year)}::int, 1, 1)`
    filters.push(`${column} >= ${first} AND ${column} < ${first} + interval '1 year'`)
  }
  if (month !== undefined) filters.push(`extract(month FROM ${column}) = $${add(month)}::int`)
  if (from !== undefined) filters.push(`${column} >= $${add(from)}::date`)
  if (to !== undefined) filters.push(`${column} < $${add(to)}::date + 1`)
  return filters
}

const filtersOf = (wish: UserWish, add: Add) => {
  const filters = ['true', ...dateFilters(wish, add)]
  if (wish.group) filters.push(GROUPS[wish.group])
  if (wish.search) {
    const pattern = `$${add(containing(wish.search))}`
    filters.push(`(username ILIKE ${pattern} OR email ILIKE ${pattern})`)
  }
  return filters
}

/** Whether the list shows some of the users only. */
export const isFiltered = (wish: UserWish) => filtersOf(wish, () => 0).length > 1

/** One more than the page holds, so that one knows whether there is another. */
export const usersInOrder = (db: Db, wish: UserWish) => {
  const { values, add } = parameters()
  const filters = filtersOf(wish, add)
  const page = keyset(
    { column: SORTS[wish.sort], isDescending: wish.order === 'desc', cursor: wish.cursor, idSql: 'id' },
    add,
  )
  const text = `
SELECT id, username, email, email_verified_at IS NOT NULL AS "emailVerified", latitude, longitude,
  uploads AS "totalUploads", votes_cast AS "totalVotes", views_made AS "totalViews", login_count AS "loginCount",
  last_login_at AS "lastLoginAt", created_at AS "createdAt", is_synthetic AS "isSynthetic", ${page.select}
FROM users WHERE ${[...filters, page.where].join(' AND ')}
ORDER BY ${page.orderBy} LIMIT $${add(wish.limit + 1)}`
  return db.query<UserRow>({ text }, values)
}

/** How many users the filters leave. */
export const countOfUsers = async (db: Db, wish: UserWish) => {
  const { values, add } = parameters()
  const text = `SELECT count(*) FROM users WHERE ${filtersOf(wish, add).join(' AND ')}`
  const [row] = await db.query<{ count: number }>({ text }, values)
  return row?.count ?? 0
}

/** From the counters on the rows. */
export const totalsOfUsers = async (db: Db) => {
  const text = `
SELECT count(*) AS "totalUsers", count(*) FILTER (WHERE ${GROUPS.active}) AS "activeUsers",
  coalesce(sum(uploads), 0)::bigint AS "totalUploads"
FROM users`
  type Totals = { totalUsers: number; activeUsers: number; totalUploads: number }
  const [row] = await db.query<Totals>({ text })
  return row ?? { totalUsers: 0, activeUsers: 0, totalUploads: 0 }
}
