import { DUE_HOURS, type queueKinds } from '@hotvote/shared/operator/review-queue'
import { OPEN_STATUSES } from '@hotvote/shared/operator/takedown-review'
import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { type RowOf, statement } from '../../platform/db/statement.ts'
import { waitingDecisions } from '../../platform/db/waiting-decisions.ts'

const OPEN = OPEN_STATUSES.map((status) => `'${status}'`).join(', ')
const dueIn = (hours: number | string) => `make_interval(hours => ${hours})`

/** $1 to $4: cursor or null; $5: limit; $6: kind or null. `due` is in microseconds. */
const WAITING = statement({
  name: 'waiting_for_operator',
  row: {
    kind: z.enum(['report', 'takedown', 'look_alike', 'surge']),
    id: z.number(),
    rank: z.number(),
    due: z.number(),
    openedAt: z.date(),
    dueAt: z.date(),
  },
  text: `
WITH waiting AS (
  SELECT 'report' AS kind, media_id AS id, (NOT is_urgent)::int AS rank, opened_at,
    opened_at + ${dueIn(DUE_HOURS.report)} AS due_at
  FROM reported_media WHERE decided_at IS NULL
  UNION ALL
  SELECT 'takedown', id, 1, opened_at, opened_at + ${dueIn(DUE_HOURS.takedown)} FROM takedowns WHERE status IN (${OPEN})
  UNION ALL
  SELECT 'look_alike', media_id, 1, created_at, created_at + ${dueIn(DUE_HOURS.look_alike)} FROM look_alikes
  UNION ALL
  SELECT 'surge', id, 1, opened_at, opened_at + ${dueIn(DUE_HOURS.surge)} FROM surges WHERE decided_at IS NULL),
placed AS (SELECT waiting.*, (extract(epoch FROM due_at) * 1000000)::bigint AS due FROM waiting)
SELECT kind, id, rank, due, opened_at, due_at FROM placed
WHERE ($1::int IS NULL OR (rank, due, kind COLLATE "C", id) > ($1::int, $2::bigint, $3::text, $4::bigint))
  AND ($6::text IS NULL OR kind = $6)
ORDER BY rank, due, kind COLLATE "C", id LIMIT $5`,
})
export type Waiting = RowOf<typeof WAITING>
export type Place = Pick<Waiting, 'rank' | 'due' | 'kind' | 'id'>

type Wanted = { place: Place | undefined; limit: number; kind: Waiting['kind'] | undefined }

export const waitingBehind = (db: Db, { place, limit, kind }: Wanted): Promise<Waiting[]> =>
  db.query(WAITING, [
    place?.rank ?? null,
    place?.due ?? null,
    place?.kind ?? null,
    place?.id ?? null,
    limit,
    kind ?? null,
  ])

const COUNTED = { report: 'reports', takedown: 'takedowns', look_alike: 'lookAlikes', surge: 'surges' } as const

/** Counts pending entries, except outliers. */
export const countWaitingEntries = async (db: Db, kind: (typeof queueKinds)[number] | undefined) => {
  if (kind === 'outlier') return 0
  const counts = await countQueueEntries(db)
  return kind ? counts[COUNTED[kind]] : counts.reports + counts.takedowns + counts.lookAlikes + counts.surges
}

export const countQueueEntries = async (db: Db) => {
  const { urgentReports, otherReports, takedowns, lookAlikes, surges, uploads } = await waitingDecisions(db)
  const reports = urgentReports.waiting + otherReports.waiting
  return {
    reports,
    takedowns: takedowns.waiting,
    lookAlikes: lookAlikes.waiting,
    surges: surges.waiting,
    uploads: uploads.waiting,
  }
}
