import { and, asc, eq, notExists } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import { isBackupRunning } from '../../platform/db/backup-lock.ts'
import { type Db, forLog, withTx } from '../../platform/db/client.ts'
import { lockRows } from '../../platform/db/locks.ts'
import { media, users, views, votes } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { addKeyedJob } from '../../platform/jobs/queue.ts'
import { readRemoved } from '../moderation/removed-media.service.ts'
import { FILE_KEYS } from './stored-media.sql.ts'
import { deleteFiles } from './uploads.service.ts'

const isDeleted = eq(media.status, 'deleted')

const deletedItems = (db: Db) =>
  db.orm.select({ id: media.id, keys: FILE_KEYS }).from(media).where(isDeleted).orderBy(asc(media.id))

type DeletedItem = Awaited<ReturnType<typeof deletedItems>>[number]

const listRaters = async (db: Db, mediaId: number, count: number): Promise<number[]> => {
  const voted = db.orm.select({ id: votes.userId }).from(votes).where(eq(votes.mediaId, mediaId)).limit(count)
  const seen = db.orm.select({ id: views.userId }).from(views).where(eq(views.mediaId, mediaId)).limit(count)
  const rows = await union(voted, seen).orderBy(asc(votes.userId))
  return rows.map(({ id }) => id)
}

/** Waits for concurrent votes and blocks later ones. Returns false if the item is already erased. */
const lockDeleted = async (db: Db, mediaId: number): Promise<boolean> => {
  const isIt = and(eq(media.id, mediaId), isDeleted)
  return (await db.orm.select({ id: media.id }).from(media).where(isIt).for('update')).length > 0
}

const ERASE_RATINGS = statement({
  name: 'erase_ratings',
  text: `
WITH pair AS MATERIALIZED (SELECT user_id, media_id FROM unnest($1::bigint[]) user_id, unnest($2::bigint[]) media_id),
unvoted AS (
  DELETE FROM votes USING pair WHERE votes.user_id = pair.user_id AND votes.media_id = pair.media_id
  RETURNING votes.user_id, votes.media_id, votes.is_hot),
unseen AS (
  DELETE FROM views USING pair WHERE views.user_id = pair.user_id AND views.media_id = pair.media_id
  RETURNING views.user_id, views.media_id),
less AS MATERIALIZED (
  SELECT user_id, media_id, 1 AS votes, is_hot::int AS hot, 0 AS views FROM unvoted
  UNION ALL SELECT user_id, media_id, 0, 0, 1 FROM unseen),
totals AS (
  UPDATE media SET views = media.views - less.views,
    hot_votes = hot_votes - CASE WHEN $3::boolean THEN hot ELSE 0 END,
    not_votes = not_votes - CASE WHEN $3::boolean THEN votes - hot ELSE 0 END
  FROM (SELECT media_id, sum(hot) AS hot, sum(votes) AS votes, sum(views) AS views FROM less GROUP BY media_id) less
  WHERE media.id = less.media_id)
UPDATE users SET votes_cast = votes_cast - less.votes, views_made = views_made - less.views
FROM (SELECT user_id, sum(votes) AS votes, sum(views) AS views FROM less GROUP BY user_id) less
WHERE users.id = less.user_id`,
})

type Ratings = { userIds: number[]; mediaIds: number[]; isCounted: boolean }

/** If `isCounted` is true, the votes are also subtracted from the items' totals. */
export const eraseRatings = async (db: Db, { userIds, mediaIds, isCounted }: Ratings) => {
  await db.query(ERASE_RATINGS, [userIds, mediaIds, isCounted])
}

const removeErased = async (db: Db, mediaId: number): Promise<boolean> => {
  const voted = db.orm.select({ id: votes.mediaId }).from(votes).where(eq(votes.mediaId, mediaId))
  const seen = db.orm.select({ id: views.mediaId }).from(views).where(eq(views.mediaId, mediaId))
  const isErased = and(eq(media.id, mediaId), notExists(voted), notExists(seen))
  return (await db.orm.delete(media).where(isErased).returning({ id: media.id })).length > 0
}

type ErasureDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'processMedia' | 'tempDir'>

/** Visitors per transaction, kept small so that votes don't have to wait. */
const BATCH = 500
/** Visitors per query. Large, because each query has to scan the index entries that are already erased. */
const READ = 20 * BATCH
/** Seconds until the next attempt while a backup runs. */
const DURING_BACKUP = 60
/** Number of failed items after which a run gives up and is retried. */
const FAILURES_MAX = 20

export const queueErasure = (db: Db, delay = 0) =>
  addKeyedJob(db, { name: 'erase-media', payload: {}, key: 'erase-media', delay })

const eraseBatch = (deps: ErasureDeps, mediaId: number, ids: number[]) =>
  withTx(deps, async (tx) => {
    if (!(await lockDeleted(tx, mediaId))) return
    // Lock users after the item, like voting does, to avoid deadlocks.
    await lockRows(tx, users, ids)
    await eraseRatings(tx, { userIds: ids, mediaIds: [mediaId], isCounted: false })
  })

/** Keeps the row if another vote has been cast. */
const removeRow = (deps: ErasureDeps, mediaId: number) =>
  withTx(deps, async (tx) => !(await lockDeleted(tx, mediaId)) || removeErased(tx, mediaId))

/** Deletes the row last, because as long as it exists, the files can't be served or imported. */
const eraseItem = async (deps: ErasureDeps, { id: mediaId, keys }: DeletedItem, shutdown: AbortSignal) => {
  await readRemoved(deps, { mediaId, keys })
  await deleteFiles(deps, keys)
  while (!shutdown.aborted) {
    const ids = await listRaters(deps.db, mediaId, READ)
    if (ids.length === 0 && (await removeRow(deps, mediaId))) return
    for (let start = 0; start < ids.length && !shutdown.aborted; start += BATCH)
      await eraseBatch(deps, mediaId, ids.slice(start, start + BATCH))
  }
}

/** Postpones the erasure while a backup runs, because the backup may need the files. */
export const eraseDeleted = async (deps: ErasureDeps, shutdown: AbortSignal): Promise<void> => {
  const items = await deletedItems(deps.db)
  const failures: unknown[] = []
  for (const item of items) {
    if (await isBackupRunning(deps.db)) return queueErasure(deps.db, DURING_BACKUP)
    await eraseItem(deps, item, shutdown).catch((failure: unknown) => {
      deps.log.warn({ mediaId: item.id, ...forLog(failure) }, 'could not erase an item')
      failures.push(failure)
    })
    if (shutdown.aborted) return queueErasure(deps.db)
    if (failures.length === FAILURES_MAX) break
  }
  for (const failure of failures) throw failure
}
