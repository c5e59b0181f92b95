import { allowRemovedItem, listRemovedItems } from '@hotvote/shared/operator/removed-items'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator } from '../../platform/http/guards.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { countRemovedItems, removedItemsPage } from './removed-items.queries.ts'
import { allowAgain, toRemovedItem } from './removed-items.service.ts'

/** docs/decisions/031. */
export const removedItemRoutes = (deps: Pick<Deps, 'db' | 'log'>): Router => {
  const router = Router()
  endpoint(router, listRemovedItems, operator, async ({ query }, _caller, res) => {
    const [page, total] = await Promise.all([removedItemsPage(deps.db, query), countRemovedItems(deps.db, query)])
    return withPageHeaders(res, query, { ...page, total }).map(toRemovedItem)
  })
  endpoint(router, allowRemovedItem, operator, ({ params }, caller) => allowAgain(deps, params.removedItemId, caller))
  return router
}
