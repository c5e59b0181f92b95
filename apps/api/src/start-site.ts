import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Express } from 'express'
import type { Logger } from 'pino'
import { createApp, createProbe } from './app.ts'
import { forLog, isUnavailable } from './db/client.ts'
import { type FoundSchema, migrateDatabase, migrationStatus } from './db/migrate.ts'
import { type Deps, openDeps } from './deps.ts'
import { recordFileCheck, recordStart } from './features/audit/deployment.service.ts'
import { addDemoCollection } from './features/demo/demo.service.ts'
import { createSiteServer } from './http/site-server.ts'
import { addKeyedJob } from './jobs/queue.ts'
import { startWorker } from './jobs/worker.ts'
import type { Ready, Stop } from './prepare.ts'
import { checkSettings, warnAtStart } from './start-checks.ts'
import { tasksOf } from './tasks.ts'

/** Milliseconds. Requests in flight get this long when the process is asked to end. */
const DRAIN_TIMEOUT = 10_000
/** Milliseconds between two rounds of closing connections that have become idle meanwhile. */
const IDLE_CHECK_INTERVAL = 100

const listen = ({ config }: Deps, app: Express) =>
  new Promise<Server>((done, fail) => {
    const server = createSiteServer(app)
    server.once('error', fail)
    server.listen(config.port, config.host, () => done(server))
  })

/**
 * No new connections; requests in flight finish, and what is still open after the time limit is cut. A connection that
 * is kept alive carries one more request at most, or a busy client would hold the process until that limit.
 */
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

const runJobs = async (deps: Deps, stops: Stop[], { isAlone }: { isAlone: boolean }) => {
  const worker = await startWorker(deps, tasksOf(deps), { isAlone })
  stops.push(() => worker.stop())
  // One that became due while the site was down does not wait for the next round.
  if (deps.config.backups) await addKeyedJob(deps.db, { name: 'back-up', payload: {}, key: 'back-up' })
}

/** Resolves when there is something to rate, so that the first page shows it; the rest follows by itself. */
const fillDemo = (deps: Deps, stops: Stop[]) =>
  new Promise<void>((ready) => {
    const aborted = new AbortController()
    const done = addDemoCollection(deps, aborted.signal, ready)
      .catch((error: unknown) => {
        if (!aborted.signal.aborted) deps.log.error(forLog(error), 'demo collection')
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

/** On one machine the process that serves the site may have the port: then its worker goes without. */
const serveProbe = async (deps: Deps, stops: Stop[]) => {
  const server = await listen(deps, createProbe(deps)).catch((failure: NodeJS.ErrnoException) => {
    deps.log.warn({ port: deps.config.port, code: failure.code }, 'the worker does not answer here')
  })
  if (server) stops.push(() => drain(server))
}

/** @throws {Error} with `MIGRATE=off`, when the schema is not that of this version */
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

/** Milliseconds between two attempts to reach the database. */
const RETRY_DELAY = 1000

/** Does `work` as soon as the database answers; any other failure is one. */
const whenReachable = async (log: Logger, signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
  for (;;) {
    try {
      return await work()
    } catch (failure) {
      if (!isUnavailable(failure)) throw failure
      log.warn({ reason: (failure as Error).name }, 'waiting for the database')
    }
    await pause(RETRY_DELAY, undefined, { signal })
  }
}

/**
 * Starts everything that the settings ask for, each part after what it needs. A process that only takes jobs waits for a
 * database that is away, until `signal` is aborted; any other ends. `stops` gets what stops it all again, in the opposite order.
 */
export const startSite = async (
  { config, newPassword }: Ready,
  log: Logger,
  { stops, signal, isEmbedded }: { stops: Stop[]; signal: AbortSignal; isEmbedded: boolean },
) => {
  const deps = await openDeps(config, log)
  stops.push(() => deps.db.close())
  stops.push(() => deps.mailer.close())
  // The first picture of the collection waits for it.
  if (newPassword && config.demo) deps.keepDecoderReady(deps.tempDir)
  let recorded: Promise<void> | undefined
  stops.push(() => recorded)
  if (config.role === 'worker') await serveProbe(deps, stops)
  const reached = (work: () => Promise<void>) => (config.role === 'worker' ? whenReachable(log, signal, work) : work())
  await reached(async () => {
    const found = await prepareSchema(deps, signal)
    warnAtStart(deps, { ...found, isEmbedded })
  })
  // Before the first backup: one that is older than the first entry counts as another site's.
  await reached(() => recordStart(deps, { isEmbedded }))
  // Our own database has no other processes: its folder is claimed.
  if (config.role !== 'web') await reached(() => runJobs(deps, stops, { isAlone: isEmbedded }))
  if (config.demo && config.role !== 'worker') await fillDemo(deps, stops)
  if (config.role !== 'worker') await serve(deps, stops)
  // Nobody waits for it: a store that does not answer takes its time.
  recorded = recordFileCheck(deps).catch((error: unknown) => log.error(forLog(error), 'file check'))
  void checkSettings(deps)
}
