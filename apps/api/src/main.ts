import { ConfigError, configOfProcess } from './config.ts'
import { openLog } from './deps.ts'
import { start } from './start.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const fail = (error: unknown): never => {
  const text =
    error instanceof ConfigError ? error.message : `HotVote could not start: ${(error as Error)?.message ?? error}`
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

const main = async () => {
  const config = configOfProcess()
  const log = openLog(config)
  const running = await start(config, log)

  let ending = false
  const end = async (signal: NodeJS.Signals) => {
    if (ending) return
    ending = true
    log.info({ signal }, 'stopping')
    await running.stop()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)

  say(`\n  HotVote is running at ${config.publicUrl}`)
  if (running.newPassword)
    say(
      `  Operator: ${config.publicUrl}/adm, name ${config.adminUsername}, password ${running.newPassword} (shown once)`,
    )
  say('')
}

main().catch(fail)
