import type { Server } from 'node:http'
import type { Express } from 'express'
import type { Logger } from 'pino'
import { createApp, createProbe } from './app.ts'
import { type Deps, openDeps } from './deps.ts'
import { getCode } from './domain/error-code.ts'
import { recordFileCheck, recordStart } from './features/audit/audit.service.ts'
import { addDemoCollection } from './features/demo/demo.service.ts'
import type { Config } from './platform/config/config.ts'
import { postgresFolder } from './platform/config/data-dir.ts'
import { forLog } from './platform/db/client.ts'
import { type FoundSchema, migrateDatabase, migrationStatus } from './platform/db/migrate.ts'
import { hasPostgres } from './platform/embedded-postgres/embedded.ts'
import { createSiteServer } from './platform/http/site-server.ts'
import { addKeyedJob } from './platform/jobs/queue.ts'
import { startWorker } from './platform/jobs/worker.ts'
import { MailFailed } from './platform/mail/mailer.ts'
import type { Ready, Stop } from './prepare.ts'
import { createTasks } from './tasks.ts'

type CheckDeps = Pick<Deps, 'config' | 'log' | 'mailer' | 'storage'>

/** Settings that the operator should check, by error response of the store. */
const STORE_SETTINGS: [answer: RegExp, setting: string][] = [
  [/404|no bucket/i, 'S3_BUCKET'],
  [/401|403/, 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY'],
  [/301|400/, 'S3_REGION'],
]

const checkStore = ({ config, log, storage }: CheckDeps) =>
  storage.ready().catch((failure: Error) => {
    const reason = String(getCode(failure.cause) ?? 'unknown')
    const [, found = 'S3_ENDPOINT'] = STORE_SETTINGS.find(([answer]) => answer.test(reason)) ?? []
    const setting = config.s3 ? found : 'DATA_DIR'
    log.warn({ setting, reason }, `the media store does not work: check ${setting}`)
  })

const checkMail = ({ log, mailer }: CheckDeps) =>
  mailer.check().catch((failure: unknown) => {
    if (!(failure instanceof MailFailed)) return log.warn(forLog(failure), 'could not check SMTP_URL')
    const { message: reason, problem } = failure
    log.warn({ setting: 'SMTP_URL', reason, problem }, `emails cannot be sent: ${problem}`)
  })

const checkSettings = (deps: CheckDeps) => Promise.all([checkStore(deps), checkMail(deps)])

type About = { config: Config; log: Logger }

const warnAtStart = (
  { config, log }: About,
  { unknown, wasEmpty, isEmbedded }: FoundSchema & { isEmbedded: boolean },
) => {
  if (unknown > 0) log.warn({ migrations: unknown }, 'a newer version has migrated the database: update this process')
  if (isEmbedded) return
  if (!config.isPublicUrlGiven)
    log.warn(
      { publicUrl: config.publicUrl },
      'PUBLIC_URL is not set: links in emails use the default, and cookies are not Secure',
    )
  const folder = postgresFolder(config.dataDir)
  if (wasEmpty && hasPostgres(folder))
    log.warn(
      { folder },
      'DATABASE_URL was an empty database, but the embedded one contains a site: see docs/backup-and-restore.md',
    )
}

/** Milliseconds that running requests have to finish at shutdown. */
const DRAIN_TIMEOUT = 10_000
/** Milliseconds. */
const IDLE_CHECK_INTERVAL = 100

const listen = ({ config }: Deps, app: Express) =>
  new Promise<Server>((done, fail) => {
    const server = createSiteServer(app)
    server.once('error', fail)
    server.listen(config.port, config.host, () => done(server))
  })

/** Closes idle connections repeatedly, because a busy client would otherwise delay the shutdown to its limit. */
const drain = (server: Server) =>
  new Promise<void>((done) => {
    server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT)
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(sweep)
      done()
    })
  })

const runJobs = async (deps: Deps, stops: Stop[]) => {
  const worker = await startWorker(deps, createTasks(deps))
  stops.push(() => worker.stop())
  // Check immediately whether a backup became due while the site was down.
  if (deps.config.backups) await addKeyedJob(deps.db, { name: 'back-up', payload: {}, key: 'back-up' })
}

/** Resolves once the first page can show an item. Other items load in the background. */
const fillDemo = (deps: Deps, stops: Stop[]) =>
  new Promise<void>((ready) => {
    const aborted = new AbortController()
    const done = addDemoCollection(deps, aborted.signal, ready)
      .catch((error: unknown) => {
        if (!aborted.signal.aborted) deps.log.error(forLog(error), 'could not add the demo collection')
      })
      .finally(ready)
    stops.push(() => {
      aborted.abort()
      return done
    })
  })

const serve = async (deps: Deps, stops: Stop[]) => {
  const server = await listen(deps, createApp(deps))
  deps.keepDecoderReady(deps.tempDir)
  stops.push(() => drain(server))
}

/** Only warns if the port is in use, because the web process may run on the same machine. */
const serveProbe = async (deps: Deps, stops: Stop[]) => {
  const server = await listen(deps, createProbe(deps)).catch((failure: NodeJS.ErrnoException) => {
    deps.log.warn({ port: deps.config.port, code: failure.code }, 'the worker cannot listen on this port')
  })
  if (server) stops.push(() => drain(server))
}

/** @throws {Error} if migrations are pending and `MIGRATE=off` is set */
const prepareSchema = async ({ config, log }: Deps, signal: AbortSignal): Promise<FoundSchema> => {
  const { databaseUrl, databaseDirectUrl, migrate } = config
  const url = databaseDirectUrl ?? databaseUrl
  if (migrate) return migrateDatabase(url, { signal, onWait: (reason) => log.warn({ reason }, 'waiting to migrate') })
  const { pending, unknown } = await migrationStatus(url)
  if (pending.length > 0)
    throw new Error(
      `MIGRATE is off, and these migrations are pending: ${pending.join(', ')}. Run "pnpm migrate" first.`,
    )
  return { unknown, wasEmpty: false }
}

/** Adds cleanup functions to `stops`, which must be run in reverse order. */
export const startSite = async (
  { config, newPassword }: Ready,
  log: Logger,
  { stops, signal, isEmbedded }: { stops: Stop[]; signal: AbortSignal; isEmbedded: boolean },
) => {
  const deps = await openDeps(config, log)
  stops.push(() => deps.db.close())
  stops.push(() => deps.mailer.close())
  if (newPassword && config.demo) deps.keepDecoderReady(deps.tempDir)
  let recorded: Promise<void> | undefined
  stops.push(() => recorded)
  const found = await prepareSchema(deps, signal)
  warnAtStart(deps, { ...found, isEmbedded })
  // Record the first entry before any backup, because backups older than this entry count as another site's.
  await recordStart(deps, { isEmbedded })
  if (config.role !== 'web') await runJobs(deps, stops)
  if (found.wasEmpty && config.demo) await fillDemo(deps, stops)
  await (config.role === 'worker' ? serveProbe(deps, stops) : serve(deps, stops))
  // Don't await the check, because an unresponsive store would delay the start.
  recorded = recordFileCheck(deps).catch((error: unknown) => log.error(forLog(error), 'file check failed'))
  void checkSettings(deps)
}
