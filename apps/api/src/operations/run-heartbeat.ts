import { type Progress, progress as progressSchema } from '@hotvote/shared/operations'
import type { Deps } from '../deps.ts'
import { type Claimed, recordProgress } from './operations.queries.ts'

/** Milliseconds between two looks for a requested stop, each of which writes the progress. */
const INTERVAL = 400
/** Milliseconds between two calls of `keep`. */
const KEEP_INTERVAL = 10_000

/** Why a run ends before its time: somebody stopped the work, its process ends, or a newer run has begun. */
export const STOP = 'stop'
export const SHUTDOWN = 'shutdown'
const SUPERSEDED = 'superseded'

/** Writes progress until it is ended, and notices a requested stop. `keep` keeps the work from other processes. */
export const startRunHeartbeat = (
  { db, log }: Pick<Deps, 'db' | 'log'>,
  claimed: Claimed,
  { shutdown, keep }: { shutdown: AbortSignal; keep?: () => Promise<void> },
) => {
  const ending = new AbortController()
  const abort = (reason: string) => ending.signal.aborted || ending.abort(reason)
  const onShutdown = () => abort(SHUTDOWN)
  let progress = progressSchema.parse(claimed.progress)
  let beating: Promise<unknown> = Promise.resolve()
  let isBeating = false
  let keptAt = performance.now()
  const tick = async () => {
    const row = await recordProgress(db, claimed, progress)
    if (!row) return abort(SUPERSEDED)
    if (row.isStopRequested) abort(STOP)
    if (!keep || performance.now() - keptAt < KEEP_INTERVAL) return
    keptAt = performance.now()
    await keep()
  }
  const timer = setInterval(() => {
    if (isBeating) return
    isBeating = true
    beating = tick()
      .catch((error: Error) => log.warn({ reason: error.name }, 'the progress of an operation was not written'))
      .finally(() => {
        isBeating = false
      })
  }, INTERVAL)
  if (claimed.isStopRequested) abort(STOP)
  if (shutdown.aborted) onShutdown()
  shutdown.addEventListener('abort', onShutdown)
  return {
    signal: ending.signal,
    progress: () => progress,
    report: (now: Partial<Progress>) => {
      progress = { ...progress, ...now }
    },
    end: async () => {
      clearInterval(timer)
      shutdown.removeEventListener('abort', onShutdown)
      await beating
    },
  }
}
export type Heartbeat = ReturnType<typeof startRunHeartbeat>
