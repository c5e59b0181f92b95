/** Runs of operations in the process that was asked for them, which none of the queue are: it waits for them before it ends. */
export type OwnRuns = {
  /** Aborted when the process is asked to end. */
  stopping: AbortSignal
  /** `run` never rejects. */
  add(run: Promise<void>): void
  /** Resolves when none is left. */
  ended(): Promise<unknown>
}

export const openOwnRuns = (stopping: AbortSignal): OwnRuns => {
  const runs = new Set<Promise<void>>()
  return {
    stopping,
    add: (run) => {
      runs.add(run)
      void run.then(() => runs.delete(run))
    },
    ended: () => Promise.all(runs),
  }
}
