import { describeError } from '../domain/error-text.ts'

export const say = (line: string) => process.stdout.write(`${line}\n`)

export const sayWaiting = (reason: string) => process.stderr.write(`${reason}: waiting.\n`)

type About = { usage: string; stopped?: string }

/** Exits with the code that `work` returns. SIGINT and SIGTERM abort `signal`. */
export const runCommand = (
  { usage, stopped = 'Stopped. Nothing was changed.' }: About,
  work: (signal: AbortSignal) => Promise<number>,
) => {
  if (process.argv.includes('--help') || process.argv.includes('-h')) return say(usage)
  const aborting = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => aborting.abort(new Error(stopped)))
  work(aborting.signal).then(
    (code) => {
      process.exitCode = code
    },
    (failure: unknown) => {
      process.stderr.write(`${describeError(failure)}\n`)
      process.exitCode = 1
    },
  )
}
