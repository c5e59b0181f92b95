import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { AppError } from '../domain/errors.ts'
import { JOB_MS } from './media-limits.ts'
import type { ProcessedMedia } from './processed-media.ts'
import { type Job, type Reply, reply } from './worker-messages.ts'

/** Checks a file and writes its item's files into an empty folder; throws AppError, see `processMedia`. */
export type MediaProcessor = (job: Job, signal?: AbortSignal) => Promise<ProcessedMedia>

const WORKER = fileURLToPath(new URL('./media-worker.ts', import.meta.url))
/** Files in work at once. Each may need up to 200 MB for a moment. */
const WORKERS = Math.min(2, availableParallelism())
/** Files that may wait; more are refused with 503. */
const WAITING = 100
/** Milliseconds that an idle worker stays; its end gives its memory back. */
const IDLE_MS = 10_000
/** Votes are served first. */
const PRIORITY = 10
const HEAP_MB = 256

/** All that the worker gets of the environment: none of our secrets. Two arenas keep its memory from growing. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

const startWorker = (): ChildProcess => {
  const worker = fork(WORKER, {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    if (worker.pid) setPriority(worker.pid, PRIORITY)
  } catch {
    // Some containers forbid it; the worker then competes as an equal.
  }
  return worker
}

/** Resolves with the answer, or with how the worker ended without one. */
const runJob = (worker: ChildProcess, job: Job) =>
  new Promise<Reply | { ended: string }>((done) => {
    const timer = setTimeout(() => finish({ ended: 'time limit' }), JOB_MS)
    const finish = (outcome: Reply | { ended: string }) => {
      clearTimeout(timer)
      worker.removeAllListeners()
      worker.on('error', () => undefined)
      done(outcome)
    }
    worker.once('error', () => finish({ ended: 'could not run' }))
    worker.once('exit', (code, signal) => finish({ ended: String(signal ?? code) }))
    worker.once('message', (message) => {
      const read = reply.safeParse(message)
      finish(read.success ? read.data : { ended: 'unreadable answer' })
    })
    worker.send(job, () => undefined)
  })

/**
 * Runs at most `parallel` tasks at once, the others in the order they came.
 * The task's promise is returned; AppError `unavailable` when already `waiting` tasks wait.
 */
const createQueue = (parallel: number, waiting: number) => {
  const limit = pLimit(parallel)
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= parallel + waiting)
      throw new AppError('unavailable', 'Too many uploads at once.')
    return limit(task)
  }
}

/** Idle workers. One that stays idle is ended. */
const createWorkerPool = () => {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const forget = (worker: ChildProcess) => {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
  }
  return {
    take: (): ChildProcess => {
      const [worker] = idle.keys()
      if (!worker) return startWorker()
      forget(worker)
      worker.removeAllListeners('exit')
      worker.ref()
      worker.channel?.ref()
      return worker
    },
    release: (worker: ChildProcess) => {
      const end = () => {
        // At once: the next job must not get a process that is ending.
        forget(worker)
        worker.kill('SIGKILL')
      }
      const timer = setTimeout(end, IDLE_MS)
      idle.set(worker, timer.unref())
      worker.once('exit', () => forget(worker))
      worker.unref()
      worker.channel?.unref()
    },
  }
}

/** Runs jobs in a few worker processes, in the order in which they came. A job whose `signal` fires before its turn is dropped. */
export const createMediaProcessor = (log: Logger): MediaProcessor => {
  const queue = createQueue(WORKERS, WAITING)
  const pool = createWorkerPool()
  return (job, signal) =>
    queue(async () => {
      if (signal?.aborted) throw new AppError('malformed_body', 'The upload was broken off.')
      const worker = pool.take()
      const outcome = await runJob(worker, job)
      if ('ended' in outcome) {
        worker.kill('SIGKILL')
        log.warn({ ended: outcome.ended }, 'media worker ended')
        if (outcome.ended === 'could not run') throw new AppError('unavailable', 'Uploads are not possible right now.')
        throw new AppError('unreadable_media', 'The file is damaged or takes too long to read.')
      }
      pool.release(worker)
      if ('code' in outcome) throw new AppError(outcome.code, outcome.text)
      return outcome.media
    })
}
