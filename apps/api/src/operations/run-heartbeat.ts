import { type Progress, progress as progressSchema } from '@hotvote/shared/operations'
import type { Deps } from '../deps.ts'
import { type Claimed, recordHeartbeat } from './operations.queries.ts'

/** Milliseconds between two heartbeats; each looks for a requested stop, too. */
const HEARTBEAT_INTERVAL = 400

/** Why a run ends before its time: somebody stopped the work, its process ends, or a newer run has begun. */
export const STOP = 'stop'
export const SHUTDOWN = 'shutdown'
const SUPERSEDED = 'superseded'

/** Writes heartbeat and progress until it is ended, and notices a requested stop. */
export const startRunHeartbeat = ({ db, log }: Pick<Deps, 'db' | 'log'>, claimed: Claimed, shutdown: AbortSignal) => {
  const ending = new AbortController()
  const abort = (reason: string) => ending.signal.aborted || ending.abort(reason)
  const onShutdown = () => abort(SHUTDOWN)
  let progress = progressSchema.parse(claimed.progress)
  let beating: Promise<unknown> = Promise.resolve()
  let isBeating = false
  const tick = async () => {
    const row = await recordHeartbeat(db, claimed, progress)
    if (!row) abort(SUPERSEDED)
    else if (row.isStopRequested) abort(STOP)
  }
  const timer = setInterval(() => {
    if (isBeating) return
    isBeating = true
    beating = tick()
      .catch((error: Error) => log.warn({ reason: error.name }, 'no sign of life of an operation'))
      .finally(() => {
        isBeating = false
      })
  }, HEARTBEAT_INTERVAL)
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
