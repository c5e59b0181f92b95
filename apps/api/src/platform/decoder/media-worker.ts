/** Runs decoders in a process without secrets, to isolate crashes, leaks and exploits. */

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AcceptedType } from '@hotvote/shared/limits'
import sharp from 'sharp'
import { AppError, NO_UPLOADS } from '../../domain/errors.ts'
import { hashFile } from './fingerprint.ts'
import { makeJpeg, makeRenditions, processImage, sniffType } from './image.ts'
import { UPLOAD_TIME } from './media-limits.ts'
import type { ProcessedMedia } from './processed-media.ts'
import { variantPath } from './processed-media.ts'
import type { Order, Reply } from './worker-messages.ts'

/** Loads the video module on demand, so workers that process no videos use less memory. */
const readFacts = async (path: string, type: AcceptedType, folder: string) => {
  if (type === 'video/mp4') return (await import('./film/video.ts')).processVideo(path, folder)
  return processImage(path, type, folder)
}

/** Detects disk errors such as a full disk, which are not caused by the uploaded file. */
const isDiskFault = (failure: unknown): boolean =>
  failure instanceof Error && /ENOSPC|EDQUOT|EROFS|EMFILE|ENFILE|no space left|disk quota/i.test(failure.message)

const isTooSlow = (failure: unknown): boolean => failure instanceof Error && /^timeout: /.test(failure.message)

const toAppError = (failure: unknown): AppError => {
  if (failure instanceof AppError) return failure
  if (isDiskFault(failure)) return new AppError('unavailable', NO_UPLOADS)
  if (isTooSlow(failure)) return new AppError('too_large', 'The file takes too long to prepare')
  return new AppError('unreadable_media', 'The file is damaged or cannot be read')
}

const checkFile = async (path: string, folder: string): Promise<ProcessedMedia> => {
  const mimeType = await sniffType(path)
  const [sha256, facts] = await Promise.all([hashFile(path), readFacts(path, mimeType, folder)])
  const storedSha256 = await hashFile(...facts.files.map(({ variant }) => variantPath(folder, variant)))
  return { mimeType, sha256, storedSha256, ...facts }
}

const asAppError = (failure: unknown) => Promise.reject(toAppError(failure))

const processMedia = (path: string, folder: string): Promise<ProcessedMedia> =>
  checkFile(path, folder).catch(asAppError)

const run = async ({ what, path, folder }: Order) => {
  try {
    if (what === 'jpeg') return { jpeg: await makeJpeg(path, folder).catch(asAppError) }
    if (what === 'renditions') return { renditions: await makeRenditions(path, folder).catch(asAppError) }
    return { media: await processMedia(path, folder) }
  } catch (failure) {
    if (failure instanceof AppError) return { code: failure.code, text: failure.message }
    throw failure
  }
}

const answer = async (order: Order): Promise<Reply> => {
  const before = process.cpuUsage()
  const giveUp = () => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1e6 > UPLOAD_TIME.processorSeconds) process.exit(1)
  }
  const watch = order.what === 'upload' ? setInterval(giveUp, 200) : undefined
  const result = await run(order)
  clearInterval(watch)
  return result
}

/** Decodes a dummy picture, because the first picture in a process takes 50% longer. */
const warmUp = async (parent: string) => {
  const folder = await mkdtemp(join(parent, 'warm-up-'))
  try {
    const path = join(folder, 'given')
    await sharp({ create: { width: 64, height: 48, channels: 3, background: 'grey' } })
      .jpeg()
      .toFile(path)
    await processMedia(path, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// Ignore stop signals, so the job can finish. This process exits with its parent.
process.on('SIGTERM', () => undefined)
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
// Ignore rejections, because the file that caused one fails on its own or exceeds its time limit.
process.on('unhandledRejection', () => undefined)
// Messages need no validation, because only the parent can send them.
process.on('message', async (message: Order) => process.send?.(await answer(message)))

const [, , warmUpIn] = process.argv
if (warmUpIn !== undefined) warmUp(warmUpIn).catch(() => undefined)
