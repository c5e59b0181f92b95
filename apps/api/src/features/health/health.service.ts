import { statfs } from 'node:fs/promises'
import type { Answer } from '@hotvote/shared/contract'
import { type health, retentionRules } from '@hotvote/shared/health'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import { entriesSince, lastEntry } from '../../audit/audit-entries.queries.ts'
import { ping } from '../../db/ping.ts'
import type { Deps } from '../../deps.ts'
import type { Readiness } from '../../http/health.ts'
import { queueByTask } from '../../jobs/queue.ts'
import { retentionRunsOf } from '../../jobs/retention-runs.queries.ts'
import { workersSeen } from '../../jobs/workers.ts'
import { mailsSent } from '../../mail/mail-counts.ts'
import { versionOfApp } from '../../version.ts'

type Health = Answer<typeof health>
type HealthDeps = Pick<Deps, 'db' | 'config'>

const queueOf = async ({ db }: HealthDeps): Promise<Health['queue']> => {
  const tasks = await queueByTask(db)
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

const mailOf = async ({ db }: HealthDeps): Promise<Health['mail']> => {
  const LOST = 'MAIL_NOT_DELIVERED'
  const [sent, failed, last] = await Promise.all([
    mailsSent(db, PLOT_DAYS),
    entriesSince(db, LOST, PLOT_DAYS),
    lastEntry(db, LOST),
  ])
  return {
    sent,
    failed,
    lastFailure: last ? { at: last.createdAt.toISOString(), reason: String(last.context.reason) } : null,
  }
}

const databaseOf = async ({ db }: HealthDeps): Promise<Health['database']> => {
  const start = performance.now()
  await ping(db)
  return { ms: Math.round((performance.now() - start) * 10) / 10 }
}

const diskOf = async ({ config: { dataDir, minFree } }: HealthDeps): Promise<Health['disk']> => {
  const facts = await statfs(dataDir).catch(() => undefined)
  return facts ? { free: facts.bavail * facts.bsize, total: facts.blocks * facts.bsize, kept: minFree } : null
}

const workersOf = async ({ db }: HealthDeps): Promise<Health['workers']> => {
  const { alive, lastSeen } = await workersSeen(db)
  return { alive, lastSeen: lastSeen?.toISOString() ?? null }
}

const retentionOf = async ({ db, config }: HealthDeps): Promise<Health['retention']> => {
  const runs = await retentionRunsOf(db)
  return retentionRules.map((rule) => {
    const run = runs.find((one) => one.rule === rule)
    const days = config.retention[rule]
    const [lastRun, firstSeen] = [run?.ranAt, run?.firstSeenAt].map((time) => time?.toISOString() ?? null)
    return { rule, days, removed: run?.removed ?? 0, lastRun: lastRun ?? null, firstSeen: firstSeen ?? null }
  })
}

/** What the operator sees of the site's health. Without the database nobody could ask. */
export const healthOf = async (deps: HealthDeps, readiness: Readiness): Promise<Health> => {
  // First, before the questions below wait for each other.
  const database = await databaseOf(deps)
  const [queue, mail, disk, workers, backup, { body }, retention] = await Promise.all([
    queueOf(deps),
    mailOf(deps),
    diskOf(deps),
    workersOf(deps),
    lastEntry(deps.db, 'backup'),
    readiness(),
    retentionOf(deps),
  ])
  return {
    queue,
    mail,
    store: { kind: deps.config.s3 ? 'bucket' : 'disk', isReachable: !body.failed.includes('storage') },
    database,
    disk,
    workers,
    lastBackup: backup?.createdAt.toISOString() ?? null,
    retention,
    version: versionOfApp(),
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
  }
}
