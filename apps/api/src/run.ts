import type { Logger } from 'pino'
import { describeError } from './domain/error-text.ts'
import { buildAdminUrl } from './domain/host-names.ts'
import { type Config, ConfigError, configOfProcess } from './platform/config/config.ts'
import { openLog } from './platform/config/log.ts'
import { readVersion } from './platform/config/version.ts'
import { prepareConfig, type Stop } from './prepare.ts'

const start = async (given: Config, log: Logger, signal: AbortSignal) => {
  const stops: Stop[] = []
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next()
  }
  try {
    const preparing = prepareConfig(given, { stops, log, signal })
    const loading = import('./start-site.ts')
    // Wait for both promises, so nothing is still starting when the cleanup begins.
    await Promise.allSettled([preparing, loading])
    const { startSite } = await loading
    const ready = await preparing
    await startSite(ready, log, { stops, signal, isEmbedded: given.databaseUrl === undefined })
    return { stop, newPassword: ready.newPassword, lost: ready.lost }
  } catch (error) {
    await stop()
    throw error
  }
}

// Ignore write errors, because a log on a full disk must not stop the site or its shutdown.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const say = (text: string) => process.stdout.write(`${text}\n`)

const fail = (what: string, error: unknown): never => {
  const text = error instanceof ConfigError ? error.message : `HotVote ${what}: ${describeError(error)}`
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

type Running = { starting: ReturnType<typeof start>; stopping: AbortController; log: Logger }

/** Ignores repeated signals, because the terminal and package manager may both send one Ctrl-C. */
const endOnSignals = ({ starting, stopping, log }: Running) => {
  const end = async (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    log.info({ signal }, 'stopping')
    // Also wait for an unfinished start and undo it, because its database would outlive this process.
    await starting.then(({ stop }) => stop()).catch(() => undefined)
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

const main = async () => {
  const config = configOfProcess()
  const log = openLog(config)
  log.info({ version: readVersion(), role: config.role }, 'starting')
  const stopping = new AbortController()
  const starting = start(config, log, stopping.signal)
  endOnSignals({ starting, stopping, log })

  const running = await starting.catch((failure) => {
    if (!stopping.signal.aborted) throw failure
  })
  if (!running) return
  running.lost?.then((words) => {
    if (!stopping.signal.aborted) fail('stopped', new Error(`the embedded database ended:\n${words}`))
  })

  const { newPassword } = running
  newPassword?.wasShown()
  say(`\n  HotVote is running at ${config.publicUrl}`)
  if (newPassword)
    say(
      `  Operator: ${buildAdminUrl(config)}, name ${config.adminUsername}, password ${newPassword.value} (shown once)`,
    )
  say('')
}

main().catch((error) => fail('could not start', error))
