import type { AcceptedType } from '@hotvote/shared/limits'
import { AppError, NO_UPLOADS } from '../domain/errors.ts'
import { sha256Of } from './fingerprint.ts'
import { processImage } from './image.ts'
import type { MadeRenditions, ProcessedMedia } from './processed-media.ts'
import { makeRenditions } from './renditions.ts'
import { sniffType } from './sniff.ts'
import { variantPath } from './variant-path.ts'

/** What is for videos is loaded when the first one comes: a process that only sees photos stays small. */
const factsOf = async (path: string, type: AcceptedType, folder: string) => {
  if (type === 'video/mp4') return (await import('./video.ts')).processVideo(path, folder)
  return processImage(path, type, folder)
}

/** A full disk is not the file's fault. */
const isDiskFault = (failure: unknown): boolean =>
  failure instanceof Error && /ENOSPC|EDQUOT|EROFS|EMFILE|ENFILE|no space left|disk quota/i.test(failure.message)

/** The image library's own time limit. */
const isTooSlow = (failure: unknown): boolean => failure instanceof Error && /^timeout: /.test(failure.message)

const toAppError = (failure: unknown): AppError => {
  if (failure instanceof AppError) return failure
  if (isDiskFault(failure)) return new AppError('unavailable', NO_UPLOADS)
  if (isTooSlow(failure)) return new AppError('too_large', 'The file takes too long to prepare')
  // Everything else that goes wrong with a file is the file's fault.
  return new AppError('unreadable_media', 'The file is damaged or cannot be read')
}

const checkFile = async (path: string, folder: string): Promise<ProcessedMedia> => {
  const mimeType = await sniffType(path)
  const [sha256, facts] = await Promise.all([sha256Of(path), factsOf(path, mimeType, folder)])
  const storedSha256 = await sha256Of(...facts.files.map(({ variant }) => variantPath(folder, variant)))
  return { mimeType, sha256, storedSha256, ...facts }
}

/**
 * Checks an uploaded file and writes the first files of its item into `folder`, which exists and is empty.
 * @throws AppError `unsupported_type`, `too_large`, `unreadable_media`; `unavailable` when the disk is full.
 */
export const processMedia = (path: string, folder: string): Promise<ProcessedMedia> =>
  checkFile(path, folder).catch((failure) => Promise.reject(toAppError(failure)))

/** Writes the smaller widths of a stored original into `folder`, in the same way. */
export const processRenditions = (path: string, folder: string): Promise<MadeRenditions> =>
  makeRenditions(path, folder).catch((failure) => Promise.reject(toAppError(failure)))
