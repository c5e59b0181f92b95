import type { AcceptedType } from '@hotvote/shared/limits'
import { AppError } from '../domain/errors.ts'
import { sha256Of } from './fingerprint.ts'
import type { ProcessedMedia } from './processed-media.ts'
import { sniffType } from './sniff.ts'
import { variantPath } from './variant-path.ts'

/** A library is loaded when its first file comes: a process that only sees photos stays small. */
const factsOf = async (path: string, type: AcceptedType, folder: string) => {
  if (type === 'video/mp4') return (await import('./video.ts')).processVideo(path, folder)
  return (await import('./image.ts')).processImage(path, type, folder)
}

/** A full disk is not the file's fault. */
const isDiskFault = (failure: unknown): boolean =>
  failure instanceof Error && /ENOSPC|EDQUOT|EROFS|EMFILE|ENFILE|no space left|disk quota/i.test(failure.message)

/** The image library's own time limit. */
const isTooSlow = (failure: unknown): boolean => failure instanceof Error && /^timeout: /.test(failure.message)

/**
 * Checks an uploaded file and writes the files of its item into `folder`, which exists and is empty.
 * @throws AppError `unsupported_type`, `too_large`, `unreadable_media`; `unavailable` when the disk is full.
 */
export async function processMedia(path: string, folder: string): Promise<ProcessedMedia> {
  try {
    const mimeType = await sniffType(path)
    const facts = await factsOf(path, mimeType, folder)
    const stored = facts.files.map(({ variant }) => variantPath(folder, variant))
    return { mimeType, sha256: await sha256Of(path), storedSha256: await sha256Of(...stored), ...facts }
  } catch (failure) {
    if (failure instanceof AppError) throw failure
    if (isDiskFault(failure)) throw new AppError('unavailable', 'Uploads are not possible right now')
    if (isTooSlow(failure)) throw new AppError('too_large', 'The file takes too long to prepare')
    // Everything else that goes wrong with a file is the file's fault.
    throw new AppError('unreadable_media', 'The file is damaged or cannot be read')
  }
}
