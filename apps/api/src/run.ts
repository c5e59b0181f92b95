import { ConfigError, configOfProcess } from './config.ts'
import { openLog } from './log.ts'
import { start } from './start.ts'

// A log that takes no more, on a full disk for instance, stops neither the site nor its end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const say = (text: string) => process.stdout.write(`${text}\n`)

const fail = (what: string, error: unknown): never => {
  const text = error instanceof ConfigError ? error.message : `HotVote ${what}: ${(error as Error)?.message ?? error}`
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

const main = async () => {
  const config = configOfProcess()
  const log = openLog(config)
  const stopping = new AbortController()
  const starting = start(config, log, stopping.signal)

  let ending = false
  const end = async (signal: NodeJS.Signals) => {
    if (ending) return
    ending = true
    stopping.abort()
    log.info({ signal }, 'stopping')
    // Also a start that is not finished is undone in order: its database would outlive us.
    await starting.then(({ stop }) => stop()).catch(() => undefined)
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)

  const running = await starting.catch((failure) => {
    if (!ending) throw failure
  })
  if (!running) return
  running.lost?.then((words) => {
    if (!ending) fail('stopped', new Error(`the embedded database ended:\n${words}`))
  })

  say(`\n  HotVote is running at ${config.publicUrl}`)
  if (running.newPassword)
    say(
      `  Operator: ${config.publicUrl}/adm, name ${config.adminUsername}, password ${running.newPassword} (shown once)`,
    )
  say('')
}

main().catch((error) => fail('could not start', error))
