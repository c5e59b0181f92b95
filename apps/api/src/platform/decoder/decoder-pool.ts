import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { availableParallelism, setPriority } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { AppError, noUploads } from '../../domain/errors.ts'
import { RENDITION_TIME, UPLOAD_TIME } from './media-limits.ts'
import type { MadeRenditions, ProcessedMedia } from './processed-media.ts'
import { type Job, type Order, type Reply, reply } from './worker-messages.ts'

/** Runs `parallel` tasks, all but one at most of one network; networks take turns. @throws {AppError} `unavailable` */
export const createFairQueue = (parallel: number, waiting: number) => {
  const ofNetwork = Math.max(1, parallel - 1)
  const running: string[] = []
  const waitingTasks = new Map<string, (() => void)[]>()
  const isFree = (network: string) => running.filter((other) => other === network).length < ofNetwork

  const startNext = () => {
    const network = [...waitingTasks.keys()].find(isFree)
    if (network === undefined || running.length >= parallel) return
    const [start, ...rest] = waitingTasks.get(network) ?? []
    waitingTasks.delete(network)
    if (rest.length > 0) waitingTasks.set(network, rest)
    running.push(network)
    start?.()
  }
  return async <T>(network: string, task: () => Promise<T>): Promise<T> => {
    const tasks = [...waitingTasks.values()].flat().length
    if (tasks >= waiting && !(running.length < parallel && isFree(network)))
      throw new AppError('unavailable', 'Too many uploads at once.')
    const turn = Promise.withResolvers<void>()
    waitingTasks.set(network, [...(waitingTasks.get(network) ?? []), turn.resolve])
    startNext()
    await turn.promise
    try {
      return await task()
    } finally {
      running.splice(running.indexOf(network), 1)
      startNext()
    }
  }
}

const WORKER = fileURLToPath(new URL('./media-worker.ts', import.meta.url))
/** Milliseconds that an idle worker stays; its end gives its memory back. */
const IDLE_MS = 10_000
const HEAP_MB = 256

/** The worker gets none of our secrets. Two arenas keep its memory from growing; the compile cache speeds its start. */
const environment = () => {
  const compiled = getCompileCacheDir()
  return { MALLOC_ARENA_MAX: '2', ...(compiled !== undefined && { NODE_COMPILE_CACHE: dirname(compiled) }) }
}

const forkWorker = (args: string[]): ChildProcess => {
  const execArgv = [`--max-old-space-size=${HEAP_MB}`]
  try {
    return fork(WORKER, args, { execArgv, env: environment(), stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  } catch (cause) {
    throw Object.assign(noUploads(), { cause })
  }
}

/** @throws {AppError} `unavailable` when the system has no memory for another process */
const startWorker = (niceness: number, warmUpIn?: string): ChildProcess => {
  const worker = forkWorker(warmUpIn === undefined ? [] : [warmUpIn])
  // One that cannot run is found out by its first job.
  worker.on('error', () => undefined)
  try {
    if (worker.pid) setPriority(worker.pid, niceness)
  } catch {
    // Some containers forbid it; the worker then competes as an equal.
  }
  return worker
}

/** Resolves with the answer, or with how the worker ended without one. */
const runOrder = (worker: ChildProcess, order: Order, fileMs: number) =>
  new Promise<Reply | { ended: string }>((done) => {
    const timer = setTimeout(() => finish({ ended: 'time limit' }), fileMs)
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
    worker.send(order, (failure) => failure && finish({ ended: 'could not run' }))
  })

/** On whose behalf a file is read; without a network it is the site itself. */
export type Turn = {
  network?: string
  /** Drops a file that still waits. */
  signal?: AbortSignal
  /** Called with the seconds of processor time that the file took, however that ended. */
  charge?: (seconds: number) => Promise<void>
}

/** Idle workers. One that stays idle is ended; where one is to be ready, a fresh one takes the place of the last. */
const createIdleWorkers = (niceness: number) => {
  const idle = new Map<ChildProcess, NodeJS.Timeout | undefined>()
  let warmUpIn: string | undefined
  const forget = (worker: ChildProcess) => {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
  }
  const add = (worker: ChildProcess, timer?: NodeJS.Timeout) => {
    idle.set(worker, timer)
    worker.once('exit', () => forget(worker))
    // One that could not be started has no exit.
    worker.once('error', () => forget(worker))
    worker.unref()
    worker.channel?.unref()
  }
  const prepareOne = () => {
    if (warmUpIn === undefined || idle.size > 0) return
    try {
      add(startWorker(niceness, warmUpIn))
    } catch {
      // Nobody waits for this one: the next job starts its own, or is told.
    }
  }
  const release = (worker: ChildProcess) => {
    const end = () => {
      // At once: the next job must not get a process that is ending.
      forget(worker)
      worker.kill('SIGKILL')
      prepareOne()
    }
    add(worker, setTimeout(end, IDLE_MS).unref())
  }
  return {
    /** `folder` is for what it makes itself ready with. */
    keepOneReady: (folder: string) => {
      warmUpIn = folder
      prepareOne()
    },
    take: (): ChildProcess => {
      const [worker] = idle.keys()
      if (!worker) return startWorker(niceness)
      forget(worker)
      worker.removeAllListeners('exit')
      worker.ref()
      worker.channel?.ref()
      return worker
    },
    release,
  }
}

/** `niceness` is 0 to 19; a file that takes more than `fileMs` milliseconds is given up. */
type Bounds = { parallel: number; waiting: number; niceness: number; fileMs: number }

/** Runs orders in a few processes, in a fair order. */
export const createDecoderPool = (log: Logger, { parallel, waiting, niceness, fileMs }: Bounds) => {
  const queue = createFairQueue(parallel, waiting)
  const workers = createIdleWorkers(niceness)
  const decode = async (order: Order, spend: (seconds: number) => void) => {
    const worker = workers.take()
    const outcome = await runOrder(worker, order, fileMs)
    if ('ended' in outcome) {
      worker.kill('SIGKILL')
      log.warn({ ended: outcome.ended }, 'media worker ended')
      if (outcome.ended === 'could not run') throw noUploads()
      spend(UPLOAD_TIME.processorSeconds)
      throw new AppError('unreadable_media', 'The file is damaged or takes too long to read.')
    }
    workers.release(worker)
    spend(outcome.seconds)
    if ('code' in outcome) throw new AppError(outcome.code, outcome.text)
    return outcome
  }
  const run = async (order: Order, { network = '', signal, charge }: Turn = {}) => {
    let spent = 0
    try {
      return await queue(network, () => {
        if (signal?.aborted) throw new AppError('malformed_body', 'The upload was broken off.')
        return decode(order, (seconds) => {
          spent = seconds
        })
      })
    } finally {
      await charge?.(spent)
    }
  }
  return { run, keepOneReady: workers.keepOneReady }
}

/** Checks a file and writes its item's first files into an empty folder; throws AppError, see `processMedia`. */
export type MediaProcessor = (job: Job, turn?: Turn) => Promise<ProcessedMedia>
/** Writes the smaller widths of a stored original into an empty folder; throws AppError. */
export type RenditionMaker = (job: Job) => Promise<MadeRenditions>

/** Few at once, as each may need 400 MB; a low priority, so that votes do not wait. */
const UPLOADS = {
  parallel: Math.min(2, availableParallelism()),
  waiting: 100,
  niceness: 10,
  fileMs: UPLOAD_TIME.fileMs,
}
/** Nobody waits for them: everything else is served first. */
const RENDITIONS = { parallel: 1, waiting: 100, niceness: 19, fileMs: RENDITION_TIME.fileMs }

const unexpected = () => new AppError('unreadable_media', 'The file is damaged or cannot be read')

/** Reads media in child processes (docs/decisions/004). `keepDecoderReady`: the next upload waits for no fork. */
export const openMediaProcessor = (log: Logger, { isNice }: { isNice: boolean }) => {
  const createPool = (bounds: typeof UPLOADS) =>
    createDecoderPool(log, { ...bounds, niceness: isNice ? bounds.niceness : 0 })
  const [uploads, renditions] = [createPool(UPLOADS), createPool(RENDITIONS)]
  const processMedia: MediaProcessor = async (job, turn) => {
    const answer = await uploads.run({ ...job, what: 'upload' }, turn)
    if (!('media' in answer)) throw unexpected()
    return answer.media
  }
  const makeRenditions: RenditionMaker = async (job) => {
    const answer = await renditions.run({ ...job, what: 'renditions' })
    if (!('renditions' in answer)) throw unexpected()
    return answer.renditions
  }
  return { processMedia, makeRenditions, keepDecoderReady: uploads.keepOneReady }
}
