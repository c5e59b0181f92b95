import { randomUUID } from 'node:crypto'
import type { Answer } from '@hotvote/shared/contract'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import { type health, retentionRules } from '@hotvote/shared/operator/health'
import { DUE_HOURS } from '@hotvote/shared/operator/review-queue'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { entriesSince, lastEntry } from '../../platform/audit/audit-entries.queries.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { readVersion } from '../../platform/config/version.ts'
import { ping } from '../../platform/db/ping.ts'
import { listRetentionRuns } from '../../platform/db/retention-runs.ts'
import { waitingDecisions } from '../../platform/db/waiting-decisions.ts'
import type { Operator } from '../../platform/http/guards.ts'
import type { Readiness } from '../../platform/http/probes.ts'
import type { Tasks } from '../../platform/jobs/queue.ts'
import { jobsWaiting, queueByTask } from '../../platform/jobs/queue-tables.ts'
import { workersSeen } from '../../platform/jobs/workers.ts'
import { renderMail } from '../../platform/mail/layout.ts'
import { MailFailed } from '../../platform/mail/mailer.ts'
import { mailsSent } from '../../platform/mail/send-queued.ts'
import { readDisk } from '../../platform/storage/free-disk.ts'

type Health = Answer<typeof health>
type HealthDeps = Pick<Deps, 'db' | 'config'>

/** Jobs of this kind never count as overdue, because an import normally queues thousands of them. */
const MAY_LAG: keyof Tasks = 'make-renditions'

const jobCounts = async ({ db }: HealthDeps): Promise<Health['queue']> => {
  const tasks = (await queueByTask(db)).map(({ due, later, ...row }) =>
    row.task === MAY_LAG ? { ...row, due: 0, later: due + later, oldestDue: null } : { ...row, due, later },
  )
  const sum = (state: 'due' | 'later' | 'running' | 'failed') => tasks.reduce((all, task) => all + task[state], 0)
  const ages = tasks.flatMap(({ oldestDue }) => oldestDue ?? [])
  return {
    due: sum('due'),
    later: sum('later'),
    running: sum('running'),
    failed: sum('failed'),
    oldestDue: ages.length > 0 ? Math.max(...ages) : null,
  }
}

/** Seconds. */
const HOUR = 3600

const countDecisions = async ({ db }: HealthDeps): Promise<Health['decisions']> => {
  const { urgentReports, otherReports, takedowns, lookAlikes, uploads, surges } = await waitingDecisions(db)
  const due = [
    { ...urgentReports, hours: DUE_HOURS.report },
    { ...otherReports, hours: DUE_HOURS.report },
    { ...takedowns, hours: DUE_HOURS.takedown },
    { ...lookAlikes, hours: DUE_HOURS.look_alike },
    { ...uploads, hours: DUE_HOURS.upload },
    { ...surges, hours: DUE_HOURS.surge },
  ]
  return {
    reports: urgentReports.waiting + otherReports.waiting,
    urgentReports: urgentReports.waiting,
    takedowns: takedowns.waiting,
    lookAlikes: lookAlikes.waiting,
    uploads: uploads.waiting,
    surges: surges.waiting,
    oldest: due.some(({ waiting }) => waiting > 0) ? Math.floor(Math.max(...due.map(({ oldest }) => oldest))) : null,
    isLate: due.some(({ oldest, hours }) => oldest > hours * HOUR),
    isUrgentLate: urgentReports.oldest > DUE_HOURS.report * HOUR,
  }
}

const readMailHealth = async ({ db, config }: HealthDeps): Promise<Health['mail']> => {
  if (!config.smtpUrl) return null
  const LOST = 'MAIL_NOT_DELIVERED'
  const [sent, waiting, failed, last] = await Promise.all([
    mailsSent(db, PLOT_DAYS),
    jobsWaiting(db, 'send-mail'),
    entriesSince(db, LOST, PLOT_DAYS),
    lastEntry(db, LOST),
  ])
  return {
    sent,
    ...waiting,
    failed,
    lastFailure: last ? { at: last.createdAt.toISOString(), reason: String(last.context.reason) } : null,
  }
}

const readScreeningHealth = async ({ db, config }: HealthDeps): Promise<Health['screening']> => {
  if (!config.screening) return null
  const [waiting, failed] = await Promise.all([
    jobsWaiting(db, 'screen-upload'),
    entriesSince(db, 'UPLOAD_NOT_SCREENED', 1),
  ])
  return { ...waiting, failed }
}

const readDatabaseHealth = async ({ db }: HealthDeps): Promise<Health['database']> => {
  const start = performance.now()
  await ping(db)
  return { ms: Math.round((performance.now() - start) * 10) / 10 }
}

const diskWithLimit = async ({ config: { dataDir, minFree } }: HealthDeps): Promise<Health['disk']> => {
  const disk = await readDisk(dataDir).catch(() => undefined)
  return disk ? { ...disk, kept: minFree } : null
}

const listHealthyWorkers = async ({ db }: HealthDeps): Promise<Health['workers']> => {
  const { alive, lastSeen } = await workersSeen(db)
  return { alive, lastSeen: lastSeen?.toISOString() ?? null }
}

const listRetention = async ({ db, config }: HealthDeps): Promise<Health['retention']> => {
  const runs = await listRetentionRuns(db)
  return retentionRules.map((rule) => {
    const run = runs.find((one) => one.rule === rule)
    const days = config.retention[rule]
    const [lastRun, firstSeen] = [run?.ranAt, run?.firstSeenAt].map((time) => time?.toISOString() ?? null)
    return { rule, days, removed: run?.removed ?? 0, lastRun: lastRun ?? null, firstSeen: firstSeen ?? null }
  })
}

export const readHealth = async (deps: HealthDeps, readiness: Readiness): Promise<Health> => {
  // Measure the database first, because the queries below compete with each other.
  const database = await readDatabaseHealth(deps)
  const [queue, decisions, mail, screening, disk, workers, backup, { body }, retention] = await Promise.all([
    jobCounts(deps),
    countDecisions(deps),
    readMailHealth(deps),
    readScreeningHealth(deps),
    diskWithLimit(deps),
    listHealthyWorkers(deps),
    lastEntry(deps.db, 'backup'),
    readiness(),
    listRetention(deps),
  ])
  return {
    queue,
    decisions,
    mail,
    screening,
    store: { kind: deps.config.s3 ? 'bucket' : 'disk', isReachable: !body.failed.includes('storage') },
    database,
    disk,
    workers,
    lastBackup: backup?.createdAt.toISOString() ?? null,
    retention,
    version: readVersion(),
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
  }
}

type MailDeps = Pick<Deps, 'brands' | 'config' | 'db' | 'mailer' | 'rateLimit'>

/** Bypasses the job queue, so that the operator sees a failure immediately. */
export const sendTestEmail = async (deps: MailDeps, operator: Operator): Promise<undefined> => {
  const { operatorEmail, smtpUrl, publicUrl } = deps.config
  await deps.rateLimit('testEmail', { address: operator.ip })
  if (smtpUrl === undefined)
    throw new AppError('conflict', 'SMTP_URL is not set: emails are written to DATA_DIR/mail and not sent.')
  if (operatorEmail === undefined)
    throw new AppError('conflict', 'OPERATOR_EMAIL is not set: there is no address to send a test email to.')
  const mail = renderMail(deps.brands.of(undefined), {
    subject: 'Test email',
    title: 'Email works',
    paragraphs: [`HotVote at ${publicUrl} sent this email because you pressed "Send test email".`],
  })
  try {
    await deps.mailer.send({ ...mail, id: randomUUID(), to: operatorEmail })
  } catch (failure) {
    if (!(failure instanceof MailFailed)) throw failure
    const context = { reason: failure.message }
    await recordOperator(deps.db, operator, { event: 'TEST_EMAIL_FAILED', context })
    throw new AppError('conflict', `The test email was not sent: ${failure.problem}.`)
  }
  await recordOperator(deps.db, operator, { event: 'TEST_EMAIL_SENT', context: {} })
  return undefined
}
