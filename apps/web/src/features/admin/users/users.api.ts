import type { Sent } from '@hotvote/shared/contract'
import type { listUsers, userTotals } from '@hotvote/shared/operator/users'
import { pagesAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { operatorQuery, PAGE_ROWS, pageQuery } from '../../../lib/operator/operator-query.ts'

export const USERS = ['admin', 'users']

export const usersQuery = ({ cursor = '', ...filters }: Partial<Sent<typeof listUsers, 'query'>>) =>
  pageQuery(
    [...USERS, filters],
    pagesAsOperator<typeof listUsers>('GET /api/admin/users', { query: { ...filters, limit: PAGE_ROWS } }),
    cursor,
  )

export const userTotalsQuery = operatorQuery<typeof userTotals>('GET /api/admin/user-totals')
