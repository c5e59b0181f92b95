import { TRASH_DAYS } from '@hotvote/shared/limits'
import {
  emptyTrash,
  eraseMedia,
  listTrash,
  restoreManyMedia,
  restoreMedia,
  type TrashedItem,
  trashFile,
} from '@hotvote/shared/trash'
import { type Response, Router } from 'express'
import { timeOf } from '../../db/time.ts'
import type { Deps } from '../../deps.ts'
import { DAY_MS } from '../../domain/day.ts'
import { noSuchFile } from '../../domain/errors.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator, operatorWithPreference } from '../../http/guards.ts'
import { withPageHeaders } from '../../http/list-page.ts'
import { sendStored } from '../../http/send-body.ts'
import { toItem } from './media-library.service.ts'
import { startRestoration } from './restore-many.service.ts'
import { restoreTrashed } from './restoring.service.ts'
import { countOfTrashAt, trashedFiles, trashPage } from './trash.queries.ts'
import { eraseTrashed, startEmptying } from './trash-erasure.service.ts'

/** The contract leaves out the addresses of its files. */
const toTrashed = (
  config: Deps['config'],
  row: Awaited<ReturnType<typeof trashPage>>['rows'][number],
): TrashedItem => ({
  ...toItem(config, row),
  trashedBy: row.trashedBy,
  isBarred: row.isBarred,
  trashedAt: row.trashedAt.toISOString(),
  erasedAt: new Date(row.trashedAt.getTime() + TRASH_DAYS * DAY_MS).toISOString(),
})

/** Nobody may keep it: no cache, no other page, and it runs nothing where it is opened by itself. */
const HEADERS = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Disposition': 'inline',
}

type WantedFile = { mediaId: number; variant: 'original' | 'thumbnail' }

/** @throws {AppError} `not_found` */
const sendFile = async (deps: Pick<Deps, 'db' | 'storage'>, res: Response, wanted: WantedFile): Promise<undefined> => {
  const files = await trashedFiles(deps.db, wanted.mediaId)
  const key = wanted.variant === 'original' ? files?.originalKey : files?.thumbKey
  const content = key && (await deps.storage.read(key))
  if (!content) throw noSuchFile()
  const { object, body } = content
  const headers = { ...HEADERS, 'Content-Type': object.contentType, 'Content-Length': object.size }
  return sendStored(res, body, { status: 200, headers })
}

/** What was deleted, for the operator: to look at, to bring back, and to delete for good (docs/decisions/075). */
export const trashRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, listTrash, operator, async ({ query }, _caller, res) => {
    const moment = await timeOf(deps.db)
    const count = countOfTrashAt(deps.db, { matching: query, until: moment })
    const [page, total] = await Promise.all([trashPage(deps.db, query), count])
    return withPageHeaders(res, query, { ...page, total, moment }).map((row) => toTrashed(deps.config, row))
  })
  endpoint(router, trashFile, operator, ({ params }, _caller, res) => sendFile(deps, res, params))
  endpoint(router, restoreMedia, operator, ({ params }, caller) =>
    restoreTrashed(deps, { mediaId: params.mediaId, operator: caller }),
  )
  endpoint(router, eraseMedia, operator, ({ params, query }, caller) =>
    eraseTrashed(deps, { ...params, isBarred: query.neverAgain === 'true' }, caller),
  )
  endpoint(router, emptyTrash, operatorWithPreference, ({ query }, caller) => startEmptying(deps, query, caller))
  endpoint(router, restoreManyMedia, operatorWithPreference, ({ body }, caller) => startRestoration(deps, body, caller))
  return router
}
