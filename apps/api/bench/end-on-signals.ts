/** Stops what was started before this process ends. Returns a function that stops it once. */
export const endOnSignals = (stop: () => Promise<unknown>) => {
  let stopping: Promise<unknown> | undefined
  const stopOnce = () => {
    stopping ??= stop()
    return stopping
  }
  // Each time: `timeout` and a shell send it to the process and to its group, and the second would end this one half-way.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stopOnce().finally(() => process.exit(1)))
  return stopOnce
}
