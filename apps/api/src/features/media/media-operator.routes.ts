import {
  listMedia,
  type MediaRemoval,
  mediaTotals,
  removalCounts,
  removeManyMedia,
  removeMatchingMedia,
  removeMedia,
} from '@hotvote/shared/operator/media-library'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { cachedCount } from '../../platform/db/cached-count.ts'
import { withTx } from '../../platform/db/client.ts'
import { readTime } from '../../platform/db/time.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator, operatorWithPreference } from '../../platform/http/guards.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { startOnItems } from './many-items.service.ts'
import { removeItem } from './media-deletion.service.ts'
import { countRemovals, totalsOfLibrary } from './media-library.queries.ts'
import { libraryPage } from './media-library.service.ts'

/** `admin.md §7`. */
export const mediaOperatorRoutes = (deps: Deps): Router => {
  const router = Router()
  const { db } = deps
  const totals = cachedCount(
    () => totalsOfLibrary(db),
    ({ totalMedia }) => totalMedia,
  )

  endpoint(router, listMedia, operator, async ({ query }, _caller, res) => {
    const moment = await readTime(db)
    const page = await libraryPage(deps, query, async () => (await totals()).totalMedia)
    return withPageHeaders(res, query, { ...page, moment })
  })
  endpoint(router, mediaTotals, operator, totals)
  endpoint(router, removalCounts, operator, async ({ query: { moment, ...matching } }) =>
    countRemovals(db, { matching, until: moment ?? (await readTime(db)) }),
  )
  endpoint(router, removeMedia, operator, ({ params, query }, caller) =>
    withTx(deps, (tx) => removeItem(tx, caller, { ...params, isBarred: query.neverAgain === 'true' })),
  )
  endpoint(router, removeManyMedia, operatorWithPreference, ({ body }, caller) =>
    startOnItems<MediaRemoval>(deps, caller, { ...body, kind: 'delete-media' }),
  )
  endpoint(router, removeMatchingMedia, operatorWithPreference, ({ body }, caller) =>
    startOnItems<MediaRemoval>(deps, caller, { ...body, kind: 'delete-media' }),
  )
  return router
}
