import type { Sent } from '@hotvote/shared/contract'
import type { listUsers, userTotals } from '@hotvote/shared/users'
import { pagesAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { listQuery } from '../../../lib/operator/list-query.ts'
import { operatorQuery } from '../../../lib/operator/operator-query.ts'

export const USERS = ['admin', 'users']

/** Users a page: several screens full, so that quick scrolling seldom waits. */
const PAGE = 200

export const usersQuery = (filters: Partial<Sent<typeof listUsers, 'query'>>, locationKey: string) =>
  listQuery(
    [...USERS, filters, locationKey],
    pagesAsOperator<typeof listUsers>('GET /api/admin/users', { query: { ...filters, limit: PAGE } }),
  )

export const userTotalsQuery = operatorQuery<typeof userTotals>('GET /api/admin/user-totals')
