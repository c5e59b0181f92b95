import type { Answer, Parsed } from '@hotvote/shared/contract'
import {
  type decideQueued,
  listQueue,
  QUEUE_OUTLIER_DAYS,
  type QueueEntry,
} from '@hotvote/shared/operator/review-queue'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { decodeCursor, encodeCursor } from '../../platform/db/cursor.ts'
import { toPage } from '../../platform/db/keyset.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { listLibraryItems } from '../media/media-library.service.ts'
import { undismissedPage } from '../vote-review/outliers.service.ts'
import { isWaitingLookAlike, listWaiting, resolveLookAlike } from './look-alikes.service.ts'
import { type Place, type Waiting, waitingBehind } from './queue.queries.ts'
import { resolveReports, waitingReports } from './reports.service.ts'
import { findSurges } from './surges.service.ts'
import { findReviewed } from './takedown-review.service.ts'
import { findUploaders } from './upload-review.queries.ts'

type QueueDeps = Pick<Deps, 'db' | 'log' | 'config' | 'brands'>
type QueueQuery = Parsed<typeof listQueue, 'query'>
type Page = { entries: QueueEntry[]; next: Cursor | undefined }

const cursor = z.union([
  z.object({
    rank: z.int32(),
    due: z.int(),
    kind: z.enum(['report', 'takedown', 'look_alike', 'surge']),
    id: z.int(),
  }),
  z.object({ outliers: listQueue.query.shape.cursor.unwrap().nullable() }),
])
type Cursor = z.infer<typeof cursor>

const listIds = (waiting: Waiting[], kind: Waiting['kind']) =>
  waiting.filter((one) => one.kind === kind).map(({ id }) => id)

const withDetails = async (deps: QueueDeps, waiting: Waiting[]): Promise<QueueEntry[]> => {
  const reported = listIds(waiting, 'report')
  const [reports, requests, lookAlikes, surges] = await Promise.all([
    waitingReports(deps, reported),
    findReviewed(deps, listIds(waiting, 'takedown')),
    listWaiting(deps, listIds(waiting, 'look_alike')),
    findSurges(deps, listIds(waiting, 'surge')),
  ])
  const claimed = [...requests.values()].flatMap(({ takedown }) => takedown.mediaId ?? [])
  const shown = [...new Set([...reported, ...claimed])]
  const [items, uploaders] = await Promise.all([
    listLibraryItems(deps, shown),
    findUploaders(deps.db, [...shown, ...lookAlikes.keys()]),
  ])
  return waiting.flatMap(({ kind, id, openedAt, dueAt }): QueueEntry[] => {
    const times = { key: `${kind}:${id}`, openedAt: openedAt.toISOString(), dueAt: dueAt.toISOString() }
    const [report, request, lookAlike, media] = [reports.get(id), requests.get(id), lookAlikes.get(id), items.get(id)]
    const uploader = uploaders.get(kind === 'takedown' ? (request?.takedown.mediaId ?? 0) : id) ?? null
    if (kind === 'report') return report && media ? [{ kind, ...times, ...report, media, uploader }] : []
    if (kind === 'look_alike') return lookAlike ? [{ kind, ...times, lookAlike, uploader }] : []
    const surge = surges.get(id)
    if (kind === 'surge') return surge ? [{ kind, ...times, surge }] : []
    return request
      ? [{ kind, ...times, ...request, media: items.get(request.takedown.mediaId ?? 0) ?? null, uploader }]
      : []
  })
}

const outlierEntries = async (deps: QueueDeps, limit: number, after: string | null): Promise<Page> => {
  const query = { days: QUEUE_OUTLIER_DAYS, limit, ...(after !== null && { cursor: after }) }
  const { rows, nextCursor } = await undismissedPage(deps, query)
  const items = await listLibraryItems(
    deps,
    rows.flatMap(({ mediaId }) => mediaId ?? []),
  )
  const entries = rows.map((outlier): QueueEntry => {
    const { key, lastAt: openedAt, mediaId } = outlier
    const media = items.get(mediaId ?? 0) ?? null
    return { kind: 'outlier', key: `outlier:${key}`, openedAt, dueAt: null, outlier, media }
  })
  return { entries, next: nextCursor === undefined ? undefined : { outliers: nextCursor } }
}

const waitingEntries = async (
  deps: QueueDeps,
  { limit, kind, place }: { limit: number; kind: Waiting['kind'] | undefined; place: Place | undefined },
) => {
  const found = await waitingBehind(deps.db, { place, limit: limit + 1, kind })
  const { rows, nextCursor } = toPage(found, limit, ({ rank, due, kind, id }) => ({ rank, due, kind, id }))
  // Outliers are listed on separate pages, because finding them takes seconds on a large site.
  return { entries: await withDetails(deps, rows), next: nextCursor ?? (kind ? undefined : { outliers: null }) }
}

export const queuePage = async (deps: QueueDeps, { limit, kind, cursor: after }: QueueQuery) => {
  const place = after === undefined ? undefined : decodeCursor(cursor, after)
  const outliers = place && 'outliers' in place ? place.outliers : null
  const { entries, next }: Page =
    (place && 'outliers' in place) || kind === 'outlier'
      ? await outlierEntries(deps, limit, outliers)
      : await waitingEntries(deps, { limit, kind, place })
  return { entries, nextCursor: next && encodeCursor(next) }
}

type Asked = Parsed<typeof decideQueued, 'body'>

/** Decides on a reported item or a look-alike. Keeping a look-alike publishes the upload. */
const decideOne = async (
  deps: QueueDeps,
  { mediaId, decision }: Pick<Asked, 'decision'> & { mediaId: number },
  operator: Operator,
) => {
  if (decision === 'reopen' || !(await isWaitingLookAlike(deps.db, mediaId)))
    return resolveReports(deps, { mediaId, decision, neverAgain: true, block: false }, operator)
  return resolveLookAlike(deps, { mediaId, decision: decision === 'keep' ? 'publish' : 'remove' }, operator)
}

/** Uses one transaction per item, so no lock lasts for the whole list. */
export const decideOnEach = async (deps: QueueDeps, asked: Asked, operator: Operator) => {
  const results: Answer<typeof decideQueued>['results'] = []
  for (const mediaId of new Set(asked.mediaIds)) {
    const error = await decideOne(deps, { mediaId, decision: asked.decision }, operator).then(
      () => null,
      (failure: unknown) => {
        if (failure instanceof AppError && failure.code !== 'unavailable') return failure.message
        throw failure
      },
    )
    results.push({ mediaId, error })
  }
  return { results }
}
