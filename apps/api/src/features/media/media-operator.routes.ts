import { TRASH_DAYS } from '@hotvote/shared/limits'
import {
  emptyTrash,
  eraseMedia,
  listMedia,
  listTrash,
  type MediaRemoval,
  type MediaRestored,
  mediaSeen,
  mediaTotals,
  removalCounts,
  removeManyMedia,
  removeMatchingMedia,
  removeMedia,
  restoreManyMedia,
  restoreMedia,
  type TrashEmptied,
  type TrashedItem,
  trashFile,
} from '@hotvote/shared/operator/media-library'
import { type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { DAY_MS } from '../../domain/day.ts'
import { noSuchFile } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { cachedCount } from '../../platform/db/cached.ts'
import { withTx } from '../../platform/db/client.ts'
import { readTime } from '../../platform/db/time.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator, operatorWithPreference } from '../../platform/http/guards.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { sendStored } from '../../platform/http/send-body.ts'
import { startOnItems } from './many-items.service.ts'
import { removeItem } from './media-deletion.service.ts'
import { countRemovals, markMediaSeen, readLibraryTotals } from './media-library.queries.ts'
import { libraryPage, toItem } from './media-library.service.ts'
import { countTrash, hiddenFiles, trashPage } from './trash.queries.ts'
import { eraseItem, restoreItem } from './trash.service.ts'

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

/** Keeps private files out of caches and other sites, and blocks scripts. */
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
  const files = await hiddenFiles(deps.db, wanted.mediaId, ['trashed', 'waiting'])
  const key = wanted.variant === 'original' ? files?.originalKey : files?.thumbKey
  const content = key && (await deps.storage.read(key))
  if (!content) throw noSuchFile()
  const { object, body } = content
  const headers = { ...HEADERS, 'Content-Type': object.contentType, 'Content-Length': object.size }
  return sendStored(res, body, { status: 200, headers })
}

/** See docs/decisions/023. */
export const trashRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, listTrash, operator, async ({ query }, _caller, res) => {
    const moment = await readTime(deps.db)
    const count = countTrash(deps.db, { matching: query, until: moment }, 0)
    const [page, total] = await Promise.all([trashPage(deps.db, query), count])
    return withPageHeaders(res, query, { ...page, total, moment }).map((row) => toTrashed(deps.config, row))
  })
  endpoint(router, trashFile, operator, ({ params }, _caller, res) => sendFile(deps, res, params))
  endpoint(router, restoreMedia, operator, ({ params }, caller) =>
    withTx(deps, (tx) => restoreItem(tx, caller, params)),
  )
  endpoint(router, eraseMedia, operator, ({ params, query }, caller) =>
    withTx(deps, (tx) => eraseItem(tx, caller, { ...params, isBarred: query.neverAgain === 'true' })),
  )
  endpoint(router, emptyTrash, operatorWithPreference, ({ query }, caller) =>
    startOnItems<TrashEmptied>(deps, caller, {
      ...query,
      kind: 'empty-trash',
      neverAgain: query.neverAgain === 'true',
    }),
  )
  endpoint(router, restoreManyMedia, operatorWithPreference, ({ body }, caller) =>
    startOnItems<MediaRestored>(deps, caller, { ...body, kind: 'restore-media' }),
  )
  return router
}

/** See `admin.md §7`. */
export const mediaOperatorRoutes = (deps: Deps): Router => {
  const router = Router()
  const { db } = deps
  const totals = cachedCount(
    () => readLibraryTotals(db),
    ({ totalMedia }) => totalMedia,
  )

  endpoint(router, listMedia, operator, async ({ query }, _caller, res) => {
    const moment = await readTime(db)
    const page = await libraryPage(deps, query, async () => (await totals()).totalMedia)
    return withPageHeaders(res, query, { ...page, moment })
  })
  endpoint(router, mediaTotals, operator, totals)
  endpoint(router, mediaSeen, operator, ({ body }, caller) =>
    withTx(deps, async (tx): Promise<undefined> => {
      await markMediaSeen(tx, body.until)
      await recordOperator(tx, caller, { event: 'MEDIA_SEEN', context: body })
    }),
  )
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
