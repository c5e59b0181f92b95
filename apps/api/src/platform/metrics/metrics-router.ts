import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { retentionRules } from '@hotvote/shared/operator/health'
import { operationKinds } from '@hotvote/shared/operator/operations'
import { metrics } from '@hotvote/shared/probes'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../domain/errors.ts'
import { taskNames } from '../../domain/task-names.ts'
import { firstEntryAt, lastEntry } from '../audit/audit-entries.queries.ts'
import type { Config } from '../config/config.ts'
import { readVersion } from '../config/version.ts'
import { cachedFor } from '../db/cached.ts'
import { listRetentionRuns } from '../db/retention-runs.ts'
import { waitingDecisions } from '../db/waiting-decisions.ts'
import { getAdminHost, getHostSide } from '../http/admin-host.ts'
import { describeCall } from '../http/described.ts'
import { hashText, requireRole } from '../http/guards.ts'
import type { Readiness } from '../http/probes.ts'
import { isKnownMethod } from '../http/security.ts'
import { queueByTask } from '../jobs/queue-tables.ts'
import { workersSeen } from '../jobs/workers.ts'
import { operationCounts } from '../operations/operations.queries.ts'
import { readDisk } from '../storage/free-disk.ts'
import type { Metrics } from './metrics.ts'

type ScrapeDeps = Pick<Deps, 'config' | 'db' | 'metrics'>

type Family = { name: string; help: string; samples: { labels?: Record<string, string>; value: number }[] }

/** Milliseconds. */
const MAX_AGE = 5000
/** Milliseconds. */
const TIMEOUT = 2500

const OPEN = ['queued', 'running', 'paused'] as const
const STATES = ['due', 'later', 'running', 'failed'] as const

/** Falls back to the time of the first audit entry if backups are scheduled but none exists yet. */
const lastBackupAt = async ({ db, config }: Pick<Deps, 'db' | 'config'>) =>
  (await lastEntry(db, 'backup'))?.createdAt ?? (config.backups ? firstEntryAt(db) : null)

const askDatabase = async ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  // Run the queries one by one, to leave connections for visitors.
  return {
    queue: await queueByTask(db),
    operations: await operationCounts(db),
    workers: await workersSeen(db),
    backup: await lastBackupAt({ db, config }),
    decisions: await waitingDecisions(db),
    retention: await listRetentionRuns(db),
  }
}
type Figures = Awaited<ReturnType<typeof askDatabase>>

const toSeconds = (time: Date | null | undefined) => (time ? Math.floor(time.getTime() / 1000) : 0)

const family = (name: string, help: string, samples: Family['samples'] | number): Family => ({
  name: `hotvote_${name}`,
  help,
  samples: typeof samples === 'number' ? [{ value: samples }] : samples,
})

const operatorFamilies = ({ decisions }: Figures): Family[] => {
  const { takedowns, lookAlikes, uploads } = decisions
  const reports = (figure: 'waiting' | 'oldest') => [
    { labels: { urgent: 'true' }, value: decisions.urgentReports[figure] },
    { labels: { urgent: 'false' }, value: decisions.otherReports[figure] },
  ]
  return [
    family('reports_waiting', 'Items that visitors reported, and that wait for a decision.', reports('waiting')),
    family('report_oldest_seconds', 'How long the oldest of these items waits.', reports('oldest')),
    family('takedowns_waiting', 'Takedown requests that wait for a decision.', takedowns.waiting),
    family('takedown_oldest_seconds', 'How long the oldest takedown request waits for a decision.', takedowns.oldest),
    family(
      'look_alikes_waiting',
      'Uploads that look like what was taken down, and wait for a decision.',
      lookAlikes.waiting,
    ),
    family('look_alike_oldest_seconds', 'How long the oldest of these uploads waits.', lookAlikes.oldest),
    family('uploads_waiting', 'Uploads waiting for review, excluding look-alikes.', uploads.waiting),
    family('upload_oldest_seconds', 'How long the oldest of these uploads waits.', uploads.oldest),
  ]
}

const queueFamilies = ({ queue }: Figures): Family[] => {
  const rows = taskNames.map((task) => ({ task, ...queue.find((row) => row.task === task) }))
  return [
    family(
      'queue_jobs',
      'Jobs in the queue, by task and state: due, later (to be tried then, or after another of its queue), running, failed (given up).',
      rows.flatMap(({ task, ...row }) => STATES.map((state) => ({ labels: { task, state }, value: row[state] ?? 0 }))),
    ),
    family(
      'queue_oldest_due_seconds',
      'How long the oldest due job waits for a worker, by task.',
      rows.map(({ task, oldestDue }) => ({ labels: { task }, value: oldestDue ?? 0 })),
    ),
  ]
}

/** Fills in zeros for missing values, because rates and alerts need continuous series. */
const databaseFamilies = (asked: Figures): Family[] => {
  const { operations, workers, backup, retention } = asked
  const none = operationKinds.flatMap((kind) => OPEN.map((status) => ({ kind, status, count: 0 })))
  const isCounted = (one: { kind: string; status: string }) =>
    operations.some(({ kind, status }) => kind === one.kind && status === one.status)
  const counted = [...operations, ...none.filter((one) => !isCounted(one))]
  const getEnd = (rule: string) => {
    const run = retention.find((one) => one.rule === rule)
    return run && run.days > 0 ? toSeconds(run.ranAt ?? run.firstSeenAt) : 0
  }
  return [
    ...queueFamilies(asked),
    family(
      'operations',
      'Long work, by kind and status.',
      counted.map(({ kind, status, count }) => ({ labels: { kind, status }, value: count })),
    ),
    family('workers', 'Processes that take jobs.', workers.alive),
    ...operatorFamilies(asked),
    family(
      'backup_last_timestamp_seconds',
      'When the last backup was made, in seconds since 1970; where they are made regularly and none was, when the site began; else 0.',
      toSeconds(backup),
    ),
    family(
      'retention_last_timestamp_seconds',
      'When each rule of retention last ended, or was first looked at, in seconds since 1970; 0 of one that is switched off.',
      retentionRules.map((rule) => ({ labels: { rule }, value: getEnd(rule) })),
    ),
  ]
}

const readyFamily = (samples: Family['samples']) => [
  family('ready', 'Whether database and storage answer: 1 or 0.', samples),
]
const readinessFamily = ({ body: { failed } }: Awaited<ReturnType<Readiness>>) =>
  readyFamily(
    ['database', 'storage'].map((component) => ({ labels: { component }, value: failed.includes(component) ? 0 : 1 })),
  )
/** Reported if the readiness check is late. Storage has a shorter timeout, so the database must be the cause. */
const DATABASE_LATE = readyFamily([{ labels: { component: 'database' }, value: 0 }])

const diskFamily = async ({ config }: Pick<Deps, 'config'>): Promise<Family[]> => {
  const disk = await readDisk(config.dataDir)
  const samples = (['free', 'total'] as const).map((kind) => ({ labels: { kind }, value: disk[kind] }))
  return [family('disk_bytes', 'The disk of DATA_DIR: free and total.', samples)]
}

const processFamilies = ({ config, db: { pool } }: ScrapeDeps): Family[] => [
  family('database_pool_connections', 'Open and idle database connections.', [
    { labels: { state: 'total' }, value: pool.totalCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
  ]),
  family('database_pool_waiting', 'Statements that wait for a connection.', pool.waitingCount),
  family(
    'backup_interval_seconds',
    'How often this process makes a backup; 0 when it makes none.',
    (config.backups?.every ?? 0) / 1000,
  ),
  family('build_info', 'Running version and role.', [
    { labels: { version: readVersion(), role: config.role }, value: 1 },
  ]),
]

const renderMetrics = (families: Family[]) => {
  const registry = new Registry()
  for (const { name, help, samples } of families) {
    const labelNames = Object.keys(samples[0]?.labels ?? {})
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
    for (const { labels = {}, value } of samples) gauge.set(labels, value)
  }
  return registry.metrics()
}

const inTime = (families: Promise<Family[]>, late: Family[] = []): Promise<Family[]> =>
  Promise.race([families.catch(() => []), pause(TIMEOUT, late, { ref: false })])

export const openScrape = (deps: ScrapeDeps, readiness: Readiness) => {
  const figures = cachedFor(MAX_AGE, () => askDatabase(deps))
  const ofProcess = new Registry()
  let isFirst = true
  return async () => {
    // Start Node's own metrics on the first scrape, because collecting them takes time.
    if (isFirst) collectDefaultMetrics({ register: ofProcess })
    isFirst = false
    // Read the pool's state before this scrape uses connections of its own.
    const known = processFamilies(deps)
    const asked = [
      await inTime(diskFamily(deps)),
      await inTime(readiness().then(readinessFamily), DATABASE_LATE),
      await inTime(figures().then(databaseFamilies)),
    ]
    const texts = await Promise.all([
      deps.metrics.registry.metrics(),
      renderMetrics([...known, ...asked.flat()]),
      ofProcess.metrics(),
    ])
    return texts.join('')
  }
}

type Route = { path: string | RegExp }
/** Label for static files, and for requests refused before routing. */
const OTHER: Route = { path: 'other' }

/** Returns the route's pattern such as `/api/media/:mediaId`, never the requested path. */
const getPattern = ({ path }: Route) => (typeof path === 'string' ? path : path.source.replaceAll(/[\\^$]/g, ''))

const getStatusClass = (res: Response) => (res.writableFinished ? `${Math.floor(res.statusCode / 100)}xx` : 'aborted')

export const measureRequests =
  ({ requests }: Pick<Metrics, 'requests'>): RequestHandler =>
  (req, res, next) => {
    const start = performance.now()
    res.once('close', () => {
      const method = isKnownMethod(req.method) ? req.method : 'other'
      requests
        .labels(method, getPattern(req.route ?? OTHER), getStatusClass(res))
        .observe((performance.now() - start) / 1000)
    })
    next()
  }

/** Compares hashes in constant time. */
const bearerCheck = (token: string | undefined) => {
  if (token === undefined) return () => false
  const expected = hashText(token)
  return (req: Request) => {
    const [, given] = /^bearer +(\S+)$/i.exec(req.headers.authorization ?? '') ?? []
    return given !== undefined && timingSafeEqual(hashText(given), expected)
  }
}

type Access = {
  config: Pick<Config, 'metricsToken' | 'adminHost'>
  operatorOnly: RequestHandler
}

/** Accepts the token on any host, because Prometheus scrapes processes by IP address. */
export const monitoringOnly = ({ config, operatorOnly }: Access): RequestHandler => {
  const hasToken = bearerCheck(config.metricsToken)
  const adminHost = getAdminHost(config)
  return (req, res, next) => {
    if (hasToken(req)) return next()
    if (adminHost !== undefined && getHostSide(req, adminHost) === 'visitor') throw notFound()
    return operatorOnly(req, res, () => {
      requireRole(res, {})
      next()
    })
  }
}

export const metricsRouter = (readersOnly: RequestHandler, scrape: () => Promise<string>): Router => {
  const router = Router()
  describeCall(router, metrics, { isForMonitoring: true })
  router.get(metrics.path, readersOnly, async (_req, res) => {
    const text = await scrape()
    res.set({ 'Cache-Control': 'no-store', 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).send(text)
  })
  return router
}
