/** Runs an action now and at this interval in milliseconds, but never twice at once. Returns a function that stops it. */
export const repeat = (interval: number, action: () => Promise<unknown>) => {
  let running: Promise<unknown> | undefined
  const run = () => {
    running ??= action().finally(() => {
      running = undefined
    })
  }
  run()
  const timer = setInterval(run, interval)
  return async () => {
    clearInterval(timer)
    await running
  }
}
