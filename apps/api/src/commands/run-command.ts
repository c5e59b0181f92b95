/** A line for whoever runs the command. */
export const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Runs a command of the operator as this process: its exit code is what `work` answers, or 1 behind a line that says what
 * went wrong. SIGINT and SIGTERM abort `signal`, so that what is half done is undone, and `stopped` is said; the second one ends
 * the process.
 */
export const runCommand = (
  work: (signal: AbortSignal) => Promise<number>,
  stopped = 'Stopped. Nothing was changed.',
) => {
  const aborting = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => aborting.abort(new Error(stopped)))
  work(aborting.signal).then(
    (code) => {
      process.exitCode = code
    },
    (failure: Error) => {
      process.stderr.write(`${failure.message}\n`)
      process.exitCode = 1
    },
  )
}
