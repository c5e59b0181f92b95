/** Returns a function that calls `stop` at most once. */
export const endOnSignals = (stop: () => Promise<unknown>) => {
  let stopping: Promise<unknown> | undefined
  const stopOnce = () => {
    stopping ??= stop()
    return stopping
  }
  // `timeout` and the shell may both send a signal, and the second must not interrupt `stop`.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stopOnce().finally(() => process.exit(1)))
  return stopOnce
}
