import { randomUUID } from 'node:crypto'
import type { Deps } from './deps.ts'
import { UPLOAD_ABANDONED_MINUTES } from './domain/upload-time.ts'
import { deleteOldTokens } from './features/accounts/magic-links.queries.ts'
import {
  deleteExpiredCodes,
  deleteExpiredSessions,
  deleteOldEndedSessions,
  deleteOldNetworks,
} from './features/accounts/sessions.queries.ts'
import { recordLostMail } from './features/audit/audit.service.ts'
import { backUpWhenDue } from './features/backup/backup.service.ts'
import { deleteOldReports } from './features/bucket/bucket.queries.ts'
import { bucketDeletionRunner } from './features/bucket/bucket-deletion.service.ts'
import { duplicateRunner } from './features/bucket/duplicates.service.ts'
import { importRunner } from './features/bucket/import.service.ts'
import { orphanRunner } from './features/bucket/orphans.service.ts'
import { resetRunner } from './features/database/reset.service.ts'
import { eraseDeleted } from './features/media/erasure.service.ts'
import { itemRunners } from './features/media/many-items.service.ts'
import { buildRenditions } from './features/media/renditions.service.ts'
import { eraseExpired, readTrashed } from './features/media/trash.service.ts'
import { deleteFiles, sweepPending } from './features/media/uploads.service.ts'
import { mailDigest, mailUrgentReports } from './features/moderation/operator-mail.service.ts'
import { screenUpload } from './features/moderation/screening.service.ts'
import { forgetOldSurges } from './features/moderation/surges.queries.ts'
import { rollUpDays } from './features/overview/overview.service.ts'
import { populationRunner } from './features/population/population.service.ts'
import { eraseAccounts } from './features/privacy/account-deletion.service.ts'
import { applyRetention } from './features/privacy/retention.service.ts'
import { purgeRunner } from './features/users/purge.service.ts'
import { deleteOldExports, exportRunner } from './features/vote-export/vote-export.service.ts'
import { forgetDismissedKeys } from './features/vote-review/outliers.queries.ts'
import { recountRunner } from './features/vote-review/set-aside.service.ts'
import { isBackupRunning } from './platform/db/backup-lock.ts'
import { forgetExpiredLimits } from './platform/http/rate-limit.ts'
import { addKeyedJob, type Tasks } from './platform/jobs/queue.ts'
import type { TaskList } from './platform/jobs/worker.ts'
import { sendQueued } from './platform/mail/send-queued.ts'
import { type Runners, runOperation } from './platform/operations/operation-runner.service.ts'

const createRunners = (deps: Deps): Runners => ({
  'import-media': importRunner(deps),
  'purge-inactive-accounts': purgeRunner(deps),
  'reset-database': resetRunner(deps),
  'populate-votes': populationRunner(deps),
  'export-votes': exportRunner(deps),
  'find-duplicates': duplicateRunner(deps),
  'find-orphans': orphanRunner(deps),
  'delete-bucket-files': bucketDeletionRunner(deps),
  'set-votes-aside': recountRunner(deps),
  ...itemRunners(deps),
})

const EXPIRED = [
  deleteExpiredSessions,
  deleteOldEndedSessions,
  deleteOldNetworks,
  forgetOldSurges,
  forgetDismissedKeys,
  deleteExpiredCodes,
  deleteOldTokens,
  forgetExpiredLimits,
  deleteOldReports,
]

/** Runs all cleanups even after a failure, then throws the first failure. */
const forgetExpired = async (deps: Deps) => {
  const failures: unknown[] = []
  const forgetRows = EXPIRED.map((forget) => () => forget(deps.db))
  for (const forget of [...forgetRows, () => deleteOldExports(deps)])
    await forget().catch((failure: unknown) => failures.push(failure))
  if (failures.length > 0) throw failures[0]
}

/** Seconds before a postponed deletion checks again for a running backup. */
const DURING_BACKUP = 60

const postponeDeletion = (db: Deps['db'], payload: Tasks['delete-files']) =>
  addKeyedJob(db, { name: 'delete-files', payload, key: `after-backup:${randomUUID()}`, delay: DURING_BACKUP })

/** Maps each task of the job queue to the function that runs its jobs. */
export const createTasks = (deps: Deps): TaskList => ({
  'sweep-uploads': () => sweepPending(deps, UPLOAD_ABANDONED_MINUTES),
  'forget-expired': () => forgetExpired(deps),
  'roll-up-days': () => rollUpDays(deps),
  'erase-media': (_payload, shutdown) => eraseDeleted(deps, shutdown),
  'erase-accounts': (_payload, shutdown) => eraseAccounts(deps, shutdown),
  'apply-retention': (_payload, shutdown) => applyRetention(deps, shutdown),
  'back-up': (_payload, shutdown) => backUpWhenDue(deps, shutdown),
  'delete-files': async (job) => {
    // Postpone the deletion, because the running backup still needs the files of the rows it has copied.
    if (await isBackupRunning(deps.db)) return postponeDeletion(deps.db, job)
    await deleteFiles(deps, job.keys)
  },
  'read-removed': ({ mediaId }) => readTrashed(deps, mediaId),
  'empty-trash': (_payload, shutdown) => eraseExpired(deps, shutdown),
  'make-renditions': ({ key }) => buildRenditions(deps, key),
  'screen-upload': ({ mediaId }, shutdown) => screenUpload(deps, mediaId, shutdown),
  'run-operation': ({ id }, shutdown) => runOperation(deps, id, { runners: createRunners(deps), shutdown }),
  'mail-urgent-reports': (job) => mailUrgentReports(deps, job),
  'mail-digest': () => mailDigest(deps),
  'skip-mail': async () => undefined,
  'send-mail': async (queued) => {
    const lost = await sendQueued(deps, queued)
    if (lost) await recordLostMail(deps.db, lost)
  },
})
