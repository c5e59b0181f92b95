import {
  bucketOverview,
  deleteBucketFiles,
  findDuplicates,
  findOrphans,
  importMedia,
  listBucketFiles,
} from '@hotvote/shared/operator/bucket'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator, operatorWithPreference } from '../../platform/http/guards.ts'
import { setPageHeaders } from '../../platform/http/list-page.ts'
import { startBucketDeletion } from './bucket-deletion.service.ts'
import { bucketPage, readOverview } from './bucket-list.service.ts'
import { searchDuplicates } from './duplicates.service.ts'
import { importAll } from './import.service.ts'
import { reportOrphans } from './orphans.service.ts'

/** `admin.md §2`, `§7`. */
export const bucketRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, listBucketFiles, operator, async ({ query }, _caller, res) => {
    const { nextCursor, ...page } = await bucketPage(deps, query)
    setPageHeaders(res, { limit: query.limit, nextCursor })
    return page
  })
  endpoint(router, bucketOverview, operator, () => readOverview(deps))
  endpoint(router, deleteBucketFiles, operatorWithPreference, ({ body }, caller) =>
    startBucketDeletion(deps, body, caller),
  )
  endpoint(router, findDuplicates, operatorWithPreference, (_input, caller) => searchDuplicates(deps, caller))
  endpoint(router, findOrphans, operatorWithPreference, (_input, caller) => reportOrphans(deps, caller))
  endpoint(router, importMedia, operatorWithPreference, (_input, caller) => importAll(deps, caller))
  return router
}
