import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { AppError } from '../domain/errors.ts'
import { createDecoderPool, type Turn } from './decoder-pool.ts'
import { RENDITION_TIME, UPLOAD_TIME } from './media-limits.ts'
import type { MadeRenditions, ProcessedMedia } from './processed-media.ts'
import type { Job } from './worker-messages.ts'

/** Checks a file and writes its item's first files into an empty folder; throws AppError, see `processMedia`. */
export type MediaProcessor = (job: Job, turn?: Turn) => Promise<ProcessedMedia>
/** Writes the smaller widths of a stored original into an empty folder; throws AppError. */
export type RenditionMaker = (job: Job) => Promise<MadeRenditions>

/**
 * Few uploads are read at once, as each may need 400 MB for a moment. Others wait; when as many wait as may, the next one is refused
 * with 503. A lower priority than that of the server, so that votes do not wait for them.
 */
const UPLOADS = {
  parallel: Math.min(2, availableParallelism()),
  waiting: 100,
  niceness: 10,
  fileMs: UPLOAD_TIME.fileMs,
}
/** Nobody waits for them: everything else is served first. */
const RENDITIONS = { parallel: 1, waiting: 100, niceness: 19, fileMs: RENDITION_TIME.fileMs }

const unexpected = () => new AppError('unreadable_media', 'The file is damaged or cannot be read')

/**
 * What reads media, in processes of its own (docs/decisions/004), which leave the processor to everything else where they are
 * told to (`isNice`). `keepDecoderReady`: the next upload does not wait for a process to start.
 */
export const openMediaProcessor = (log: Logger, { isNice }: { isNice: boolean }) => {
  const poolOf = (bounds: typeof UPLOADS) =>
    createDecoderPool(log, { ...bounds, niceness: isNice ? bounds.niceness : 0 })
  const [uploads, renditions] = [poolOf(UPLOADS), poolOf(RENDITIONS)]
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
