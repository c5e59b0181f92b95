import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { availableParallelism, setPriority } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { AppError, noUploads } from '../../domain/errors.ts'
import { RENDITION_TIME, UPLOAD_TIME } from './media-limits.ts'
import { type MadeRenditions, type ProcessedMedia, variantPath } from './processed-media.ts'
import { type Job, type Order, type Reply, reply } from './worker-messages.ts'

/** Alternates between networks, giving each at most `parallel - 1` slots. @throws {AppError} `unavailable` */
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
/** Milliseconds before an idle worker exits and frees its memory. */
const IDLE_MS = 10_000
const HEAP_MB = 256

/** Two malloc arenas limit memory growth, and the compile cache speeds up the start. */
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

/** @throws {AppError} `unavailable` if the system cannot fork a process */
const startWorker = (niceness: number, warmUpIn?: string): ChildProcess => {
  const worker = forkWorker(warmUpIn === undefined ? [] : [warmUpIn])
  // Ignore the error here, because the worker's first job reports it.
  worker.on('error', () => undefined)
  try {
    if (worker.pid) setPriority(worker.pid, niceness)
  } catch {
    // Ignore failures, because some containers forbid changing the priority.
  }
  return worker
}

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

/** `network` is omitted for the site's own files. */
export type Turn = { network?: string; signal?: AbortSignal }

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
    // A worker that failed to start emits no exit event.
    worker.once('error', () => forget(worker))
    worker.unref()
    worker.channel?.unref()
  }
  const prepareOne = () => {
    if (warmUpIn === undefined || idle.size > 0) return
    try {
      add(startWorker(niceness, warmUpIn))
    } catch {}
  }
  const release = (worker: ChildProcess) => {
    const end = () => {
      // Remove the worker from the pool first, so no job is given to a dying worker.
      forget(worker)
      worker.kill('SIGKILL')
      prepareOne()
    }
    add(worker, setTimeout(end, IDLE_MS).unref())
  }
  return {
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

/** `niceness` ranges from 0 to 19; `fileMs` is the time limit per file in milliseconds. */
type Bounds = { parallel: number; waiting: number; niceness: number; fileMs: number }

export const createDecoderPool = (log: Logger, { parallel, waiting, niceness, fileMs }: Bounds) => {
  const queue = createFairQueue(parallel, waiting)
  const workers = createIdleWorkers(niceness)
  const decode = async (order: Order) => {
    const worker = workers.take()
    const outcome = await runOrder(worker, order, fileMs)
    if ('ended' in outcome) {
      worker.kill('SIGKILL')
      log.warn({ ended: outcome.ended }, 'media worker ended')
      if (outcome.ended === 'could not run') throw noUploads()
      throw new AppError('unreadable_media', 'The file is damaged or takes too long to read.')
    }
    workers.release(worker)
    if ('code' in outcome) throw new AppError(outcome.code, outcome.text)
    return outcome
  }
  const run = (order: Order, { network = '', signal }: Turn = {}) =>
    queue(network, () => {
      if (signal?.aborted) throw new AppError('malformed_body', 'The upload was interrupted.')
      return decode(order)
    })
  return { run, keepOneReady: workers.keepOneReady }
}

/** Writes an upload's original and thumbnail into an empty folder. Throws AppError. */
export type MediaProcessor = (job: Job, turn?: Turn) => Promise<ProcessedMedia>
/** Writes smaller versions of a stored original into an empty folder. Throws AppError. */
export type RenditionMaker = (job: Job) => Promise<MadeRenditions>
/** Writes a JPEG of a stored thumbnail into an empty folder, and returns its path. Throws AppError. */
export type JpegMaker = (job: Job) => Promise<string>

/** At most two at once, because each may need 400 MB. Their low priority keeps voting fast. */
const UPLOADS = {
  parallel: Math.min(2, availableParallelism()),
  waiting: 100,
  niceness: 10,
  fileMs: UPLOAD_TIME.fileMs,
}
const RENDITIONS = { parallel: 1, waiting: 100, niceness: 19, fileMs: RENDITION_TIME.fileMs }

const unexpected = () => new AppError('unreadable_media', 'The file is damaged or cannot be read')

/** Decodes media in child processes (docs/decisions/004). */
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
  const makeJpeg: JpegMaker = async ({ path, folder }) => {
    const answer = await renditions.run({ path, folder, what: 'jpeg' })
    if (!('jpeg' in answer)) throw unexpected()
    return variantPath(folder, answer.jpeg.variant)
  }
  return { processMedia, makeRenditions, makeJpeg, keepDecoderReady: uploads.keepOneReady }
}
