import { bucketOverview, deleteBucketFiles, findDuplicates, findOrphans, listBucketFiles } from '@hotvote/shared/bucket'
import { importMedia } from '@hotvote/shared/database'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator, patientOperator } from '../../http/guards.ts'
import { setPageHeaders } from '../../http/list-page.ts'
import { deleteFromBucket } from './bucket-deletion.service.ts'
import { bucketPage, overviewOf } from './bucket-list.service.ts'
import { searchDuplicates } from './duplicates.service.ts'
import { importAll } from './import.service.ts'
import { startBucketDeletion } from './long-bucket-deletion.service.ts'
import { reportOrphans } from './orphans.service.ts'

/** Bucket Management (`admin.md §2`, `§7`). */
export const bucketRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, listBucketFiles, operator, async ({ query }, _who, res) => {
    const { nextCursor, ...page } = await bucketPage(deps, query)
    setPageHeaders(res, { limit: query.limit, nextCursor })
    return page
  })
  endpoint(router, bucketOverview, operator, () => overviewOf(deps))
  endpoint(router, deleteBucketFiles, patientOperator, ({ body }, who) =>
    who.isAsync ? startBucketDeletion(deps, body.filenames, who) : deleteFromBucket(deps, body.filenames, who),
  )
  endpoint(router, findDuplicates, patientOperator, (_input, who) => searchDuplicates(deps, who))
  endpoint(router, findOrphans, patientOperator, (_input, who) => reportOrphans(deps, who))
  endpoint(router, importMedia, patientOperator, (_input, who) => importAll(deps, who))
  return router
}
