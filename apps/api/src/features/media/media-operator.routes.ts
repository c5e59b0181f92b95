import {
  listMedia,
  mediaTotals,
  removalCounts,
  removeManyMedia,
  removeMatchingMedia,
  removeMedia,
} from '@hotvote/shared/media-library'
import { Router } from 'express'
import { cachedCount } from '../../db/cached-count.ts'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator, operatorWithPreference } from '../../http/guards.ts'
import { withPageHeaders } from '../../http/list-page.ts'
import { untilOfLibrary } from './list-moment.service.ts'
import { deleteAnyMedia } from './media-deletion.service.ts'
import { countRemovals } from './media-library.queries.ts'
import { libraryPage, totalsUntil } from './media-library.service.ts'
import { removeMany, removeMatching } from './media-removal.service.ts'

/** The operator's list of all media, and removing any of them (`admin.md §7`). */
export const mediaOperatorRoutes = (deps: Deps): Router => {
  const router = Router()
  const totals = cachedCount(
    () => totalsUntil(deps.db),
    ({ totalMedia }) => totalMedia,
  )
  const countAll = async () => {
    const { totalMedia: total, until } = await totals()
    return { total, until }
  }

  endpoint(router, listMedia, operator, async ({ query }, _caller, res) => {
    const { items: rows, ...page } = await libraryPage(deps, query, countAll)
    return withPageHeaders(res, query, { ...page, rows })
  })
  endpoint(router, mediaTotals, operator, totals)
  endpoint(router, removalCounts, operator, async ({ query: { moment, ...matching } }) =>
    countRemovals(deps.db, { matching, until: await untilOfLibrary(deps.db, moment) }),
  )
  endpoint(router, removeMedia, operator, ({ params, query }, caller) =>
    deleteAnyMedia(deps, { ...params, isBarred: query.neverAgain === 'true' }, caller),
  )
  endpoint(router, removeManyMedia, operatorWithPreference, ({ body }, caller) => removeMany(deps, body, caller))
  endpoint(router, removeMatchingMedia, operatorWithPreference, ({ body }, caller) =>
    removeMatching(deps, body, caller),
  )
  return router
}
