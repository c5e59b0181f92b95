import {
  blockUser,
  listUserReports,
  listUserSessions,
  listUserTakedowns,
  listUserVotes,
  readUser,
  renameUser,
  type SoughtItem,
  unblockUser,
} from '@hotvote/shared/operator/user-page'
import { countInactive, listUsers, purgeInactive, userTotals } from '@hotvote/shared/operator/users'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { noSuchUser } from '../../domain/errors.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import { mediaFacts } from '../../domain/media-facts.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { cachedCount } from '../../platform/db/cached.ts'
import { withTx } from '../../platform/db/client.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { type Operator, operator, operatorWithPreference } from '../../platform/http/guards.ts'
import { setPageHeaders, withPageHeaders } from '../../platform/http/list-page.ts'
import { rename } from '../accounts/profiles.service.ts'
import { inactiveAccounts, purgeAccounts } from './purge.service.ts'
import { changeBlock } from './user-blocks.service.ts'
import {
  countOfVotes,
  isUser,
  readUserReports,
  readUserSessions,
  readUserTakedowns,
  readUserVotes,
  userForOperator,
} from './user-page.queries.ts'
import { countOfUsers, isFiltered, readUserTotals, type UserQuery, usersPage } from './users.queries.ts'

type ActDeps = Pick<Deps, 'db' | 'log' | 'brands'>

/** @throws {AppError} `not_found` if there is no such user */
const expectUser = async ({ db }: Pick<Deps, 'db'>, userId: number) => {
  if (!(await isUser(db, userId))) throw noSuchUser()
}

const renameByOperator = (
  deps: ActDeps,
  { userId, username }: { userId: number; username: string },
  operator: Operator,
): Promise<undefined> =>
  withTx(deps, async (tx) => {
    if (!(await rename({ db: tx, brands: deps.brands }, userId, username))) throw noSuchUser()
    await recordOperator(tx, operator, { event: 'USER_RENAMED', context: { userId } })
    return undefined
  })

/** See `admin.md §7`. */
export const userRoutes = (deps: Pick<Deps, 'db' | 'log'>): Router => {
  const { db } = deps
  const router = Router()
  const totals = cachedCount(
    () => readUserTotals(db),
    ({ totalUsers }) => totalUsers,
  )

  const countUsers = async (query: UserQuery) =>
    isFiltered(db, query) ? countOfUsers(db, query) : (await totals()).totalUsers

  endpoint(router, listUsers, operator, async ({ query }, _caller, res) => {
    const [page, total] = await Promise.all([usersPage(db, query), countUsers(query)])
    return withPageHeaders(res, query, { ...page, total }).map(withIsoTimes)
  })
  endpoint(router, userTotals, operator, totals)
  endpoint(router, countInactive, operator, () => inactiveAccounts(deps))
  endpoint(router, purgeInactive, operatorWithPreference, (_input, caller) => purgeAccounts(deps, caller))
  return router
}

const PLACES: Partial<Record<string, SoughtItem['place']>> = { ready: 'library', trashed: 'trash' }

const toReport = ({ userId, username, status, ...report }: Awaited<ReturnType<typeof readUserReports>>[number]) => ({
  ...withIsoTimes(report),
  place: PLACES[status] ?? null,
  reporter: userId === null || username === null ? null : { userId, username },
})

const toTakedown = ({
  mediaId,
  originalName,
  place,
  ...takedown
}: Awaited<ReturnType<typeof readUserTakedowns>>[number]) => ({
  ...withIsoTimes(takedown),
  item:
    mediaId === null || originalName === null
      ? null
      : { mediaId, originalName, place: PLACES[place ?? 'deleted'] ?? null },
})

export const userPageRoutes = (deps: Deps): Router => {
  const { db, config } = deps
  const router = Router()

  endpoint(router, readUser, operator, async ({ params }) => {
    const user = await userForOperator(db, params.userId)
    if (!user) throw noSuchUser()
    return withIsoTimes(user)
  })
  endpoint(router, listUserVotes, operator, async ({ params, query }, _caller, res) => {
    const { rows, nextCursor } = await readUserVotes(db, params.userId, query)
    const total = await countOfVotes(db, params.userId)
    if (total === undefined) throw noSuchUser()
    setPageHeaders(res, { total, limit: query.limit, nextCursor })
    return rows.map((row) => ({ ...withIsoTimes(row), ...mediaFacts(config, row) }))
  })
  endpoint(router, listUserSessions, operator, async ({ params: { userId } }) => {
    await expectUser(deps, userId)
    return (await readUserSessions(db, userId)).map(withIsoTimes)
  })
  endpoint(router, listUserTakedowns, operator, async ({ params: { userId } }) => {
    await expectUser(deps, userId)
    return (await readUserTakedowns(db, userId)).map(toTakedown)
  })
  endpoint(router, listUserReports, operator, async ({ params: { userId } }) => {
    await expectUser(deps, userId)
    return (await readUserReports(db, userId)).map(toReport)
  })
  mountActs(router, deps)
  return router
}

const mountActs = (router: Router, deps: Deps) => {
  endpoint(router, renameUser, operator, ({ params, body }, caller) =>
    renameByOperator(deps, { ...params, ...body }, caller),
  )
  endpoint(router, blockUser, operator, ({ params }, caller) =>
    changeBlock(deps, { ...params, isBlocked: true }, caller),
  )
  endpoint(router, unblockUser, operator, ({ params }, caller) =>
    changeBlock(deps, { ...params, isBlocked: false }, caller),
  )
}
