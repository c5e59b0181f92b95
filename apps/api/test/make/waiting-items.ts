import type { LookAlike, QueueEntry } from '@hotvote/shared/operator/review-queue'
import { operatorCall } from '../app/operator.ts'
import type { TestApp } from '../app/test-app.ts'
import { newItems } from './items.ts'

/** Typed as non-empty for destructuring. */
type Items = [number]

const HOLD = `
WITH held AS (UPDATE media SET status = 'waiting', position = NULL WHERE id = ANY ($1::bigint[]) RETURNING id, owner_id),
less AS (UPDATE users SET uploads = uploads - cardinality($1::bigint[]) WHERE id IN (SELECT owner_id FROM held))
INSERT INTO look_alikes (media_id) SELECT id FROM held`

export const newLookAlikes = async (app: TestApp, ownerId: number, count: number) => {
  const ids = (await newItems(app, ownerId, count)) as Items
  await app.deps.db.query({ text: HOLD }, [ids])
  return ids
}

/** Oldest first. */
export const listLookAlikes = async (site: Parameters<typeof operatorCall>[0]): Promise<LookAlike[]> => {
  const { body } = await operatorCall<QueueEntry[]>(site, 'GET /api/admin/queue?limit=100')
  return body.flatMap((entry) => (entry.kind === 'look_alike' ? entry.lookAlike : []))
}

export const newReported = async (app: TestApp, ownerId: number, count: number) => {
  const ids = (await newItems(app, ownerId, count)) as Items
  const report = 'INSERT INTO reported_media (media_id, is_urgent) SELECT unnest($1::bigint[]), false'
  await app.deps.db.query({ text: report }, [ids])
  return ids
}

const TRASH = `
WITH trashed AS (
  UPDATE media SET status = 'trashed', position = NULL, trashed_at = now(), trashed_by = 'operator' WHERE id = ANY ($1::bigint[])
  RETURNING owner_id)
UPDATE users SET uploads = uploads - cardinality($1::bigint[]) WHERE id IN (SELECT owner_id FROM trashed)`

/** Trashed by the operator. */
export const newTrashed = async (app: TestApp, ownerId: number, count: number) => {
  const ids = (await newItems(app, ownerId, count)) as Items
  await app.deps.db.query({ text: TRASH }, [ids])
  return ids
}

/** Entries have ids of their own. */
export const newRemoved = async ({ deps }: TestApp, ownerId: number, count: number) => {
  const text = `
INSERT INTO taken_down_media (cause, owner_id, is_upheld) SELECT 'deleted', $1, true FROM generate_series(1, $2) RETURNING id::int`
  const rows = await deps.db.query<{ id: number }>({ text }, [ownerId, count])
  return rows.map(({ id }) => id) as Items
}
