import { readdir } from 'node:fs/promises'
import { counted } from '@hotvote/shared/counted'
import { TRASH_DAYS } from '@hotvote/shared/limits'
import { and, count, eq, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordOperator } from '../audit/audit-log.ts'
import { tempFolder } from '../data-dir.ts'
import { onlyRow } from '../db/aggregates.ts'
import { lookAlikes, media, reportedMedia, reports, users } from '../db/schema/index.ts'
import { statement } from '../db/statement.ts'
import { UPLOAD_OVER_MINUTES } from '../domain/upload-time.ts'
import { sweepPending } from '../features/uploads/uploads.service.ts'
import { incomingFiles } from '../storage/local.ts'
import { abandonedFolders, removeFolder } from '../storage/temp-folder.ts'
import { breach, type Check, type Findings, looked } from './check.ts'
import type { Site } from './site.ts'

/** Minutes after which the sweeper, who comes every ten, has surely taken a pending row. */
const SWEPT = UPLOAD_OVER_MINUTES + 15

/** Like deletions, they wait while the site is stopped. */
const lookForPending = async ({ db, isStopped }: Site, found: Findings) => {
  const isOld = lt(media.createdAt, sql`now() - ${SWEPT} * interval '1 minute'`)
  const isPending = eq(media.status, 'pending')
  looked(found, 'pending uploads', await db.orm.$count(media, isPending))
  const old = await db.orm.select({ id: media.id }).from(media).where(and(isPending, isOld))
  if (isStopped && old.length > 0)
    return void found.notes.push(`${counted(old.length, 'upload')} that never ended: a worker removes them`)
  for (const { id } of old) breach(found, `item ${id} is an upload that never ended`)
}

/** What waits is in the operator's queue: nobody else could let it go on. */
const lookForWaiting = async ({ db }: Site, found: Findings) => {
  const queued = db.orm.select({ id: lookAlikes.mediaId }).from(lookAlikes).where(eq(lookAlikes.mediaId, media.id))
  const isLost = and(eq(media.status, 'waiting'), notExists(queued))
  const lost = await db.orm.select({ id: media.id }).from(media).where(isLost)
  for (const { id } of lost) breach(found, `item ${id} waits for the operator, who is not shown it`)
}

/** So is what was reported, until it is decided on or gone; and what is decided on or gone is not. */
const lookForReported = async ({ db: { orm } }: Site, found: Findings) => {
  const isOpen = isNull(reportedMedia.decidedAt)
  const queued = orm
    .select()
    .from(reportedMedia)
    .where(and(isOpen, eq(reportedMedia.mediaId, reports.mediaId)))
  const isLost = and(isNull(reports.settledAt), notExists(queued))
  const lost = await orm.selectDistinct({ id: reports.mediaId }).from(reports).where(isLost)
  for (const { id } of lost) breach(found, `item ${id} was reported to the operator, who is not shown it`)
  const item = orm
    .select()
    .from(media)
    .where(and(eq(media.id, reportedMedia.mediaId), eq(media.status, 'ready')))
  const why = orm
    .select()
    .from(reports)
    .where(and(isNull(reports.settledAt), eq(reports.mediaId, reportedMedia.mediaId)))
  const isEmpty = and(isOpen, or(notExists(item), notExists(why)))
  const empty = await orm.select({ id: reportedMedia.mediaId }).from(reportedMedia).where(isEmpty)
  for (const { id } of empty) breach(found, `item ${id} waits for the operator, and is gone or was not reported`)
  looked(found, 'reported items', await orm.$count(reportedMedia, isOpen))
}

/** Deletions take minutes; while the site is stopped, they wait. */
const lookForDeleted = async ({ db, isStopped }: Site, found: Findings) => {
  if (isStopped) return
  const isOld = and(eq(media.status, 'deleted'), lt(media.updatedAt, sql`now() - interval '1 day'`))
  const old = await db.orm.select({ id: media.id }).from(media).where(isOld)
  for (const { id } of old) breach(found, `item ${id} was deleted, and its votes are not erased yet`)
}

/** What is in the trash goes for good when its time is over. */
const lookForExpired = async ({ db, isStopped }: Site, found: Findings) => {
  if (isStopped) return
  const isOld = and(eq(media.status, 'trashed'), lt(media.trashedAt, sql`now() - ${TRASH_DAYS + 1} * interval '1 day'`))
  const old = await db.orm.select({ id: media.id }).from(media).where(isOld)
  for (const { id } of old) breach(found, `item ${id} should have left the trash`)
}

/** Deletions of accounts take minutes, too. */
const lookForDeletedUsers = async ({ db, isStopped }: Site, found: Findings) => {
  if (isStopped) return
  const isOld = lt(users.deletedAt, sql`now() - interval '1 day'`)
  const old = await db.orm.select({ id: users.id }).from(users).where(isOld)
  for (const { id } of old) breach(found, `user ${id} was deleted, and is not erased yet`)
}

/** Temporary files of processes on this machine that ended by force. */
const abandoned = async ({ config }: Pick<Site, 'config'>) => {
  const parents = [tempFolder(config.dataDir), ...(config.s3 ? [] : [incomingFiles(config.dataDir)])]
  const folders = (await Promise.all(parents.map(abandonedFolders))).flat()
  const filled = await Promise.all(folders.map(async (path) => (await readdir(path).catch(() => [])).length > 0))
  return { looked: folders.length, folders: folders.filter((_, index) => filled[index]) }
}

/** Jobs that nobody will try again, and jobs that should have been done ten minutes ago and wait for no other of their queue. */
const JOBS = statement({
  name: 'checkup_jobs',
  row: { task: z.string(), gaveUp: z.boolean(), count: z.number() },
  text: `
SELECT coalesce(task_identifier, '') AS task, attempts >= max_attempts AS gave_up, count(*) AS count FROM graphile_worker.jobs
WHERE locked_at IS NULL AND (attempts >= max_attempts
  OR run_at < now() - interval '10 minutes' AND NOT EXISTS (
    SELECT FROM graphile_worker.jobs busy
    WHERE busy.queue_name = jobs.queue_name AND busy.locked_at > now() - interval '2 hours'))
GROUP BY 1, 2`,
})

const ALL_JOBS = statement({
  name: 'checkup_all_jobs',
  row: { count: z.number() },
  text: 'SELECT count(*) AS count FROM graphile_worker.jobs',
})

const lookAtJobs = async ({ db, isStopped }: Site, found: Findings) => {
  looked(found, 'jobs', onlyRow(await db.query(ALL_JOBS)).count)
  for (const { task, gaveUp, count: jobs } of await db.query(JOBS)) {
    if (gaveUp) breach(found, `${jobs} jobs "${task}" were tried as often as they may be`)
    else if (isStopped) found.notes.push(`${jobs} jobs "${task}" wait for the site to run`)
    else breach(found, `${jobs} jobs "${task}" are overdue: does a worker run?`)
  }
}

const sweep = async (site: Site): Promise<string[]> => {
  const { operator, ...deps } = site.repairDeps()
  const isOld = lt(media.createdAt, sql`now() - ${UPLOAD_OVER_MINUTES} * interval '1 minute'`)
  const pending = and(eq(media.status, 'pending'), isOld)
  const { uploads } = onlyRow(await deps.db.orm.select({ uploads: count() }).from(media).where(pending))
  if (uploads === 0) return []
  await recordOperator(deps.db, operator, {
    event: 'CHECKUP_REPAIR',
    context: { repaired: 'pending uploads', uploads },
  })
  await sweepPending(deps, UPLOAD_OVER_MINUTES)
  return [`removed ${uploads} uploads that never ended; a worker removes their files`]
}

const removeAbandoned = async (site: Site): Promise<string[]> => {
  const { folders } = await abandoned(site)
  if (folders.length === 0) return []
  const { operator, db } = site.repairDeps()
  const context = { repaired: 'temporary files', folders: folders.length }
  await recordOperator(db, operator, { event: 'CHECKUP_REPAIR', context })
  for (const path of folders) await removeFolder(path)
  return [`removed the temporary files of ${folders.length} ended processes`]
}

/** Nothing is left of what was not finished. */
export const leftovers: Check = {
  number: 7,
  title: 'Nothing is left of what was not finished',
  keptBy: /^media_(pending|deleted|trashed|trashed_since)$|^users_deleted$|^report(s|ed_media)_/,
  async look(site, found) {
    await lookForPending(site, found)
    await lookForWaiting(site, found)
    await lookForReported(site, found)
    await lookForDeleted(site, found)
    await lookForExpired(site, found)
    await lookForDeletedUsers(site, found)
    const { folders, looked: seen } = await abandoned(site)
    looked(found, 'folders of ended processes', seen)
    for (const path of folders) breach(found, `${path} has files of a process that ended`)
    await lookAtJobs(site, found)
  },
  repair: async (site) => [...(await sweep(site)), ...(await removeAbandoned(site))],
}
