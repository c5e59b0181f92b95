import { describeError } from '../domain/error-text.ts'

/** A line for whoever runs the command. */
export const say = (line: string) => process.stdout.write(`${line}\n`)

/** What it waits for, beside its output. */
export const sayWaiting = (reason: string) => process.stderr.write(`${reason}: waiting.\n`)

/** `usage` is said for `--help`, `stopped` when it was stopped. */
type About = { usage: string; stopped?: string }

/** Runs `work` as a command: its answer is the exit code, and SIGINT and SIGTERM abort `signal`. */
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
