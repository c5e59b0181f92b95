import { join } from 'node:path'
import { pathId } from '@hotvote/shared/ids'
import { UPLOAD_MAX_BYTES, UPLOAD_TOO_LARGE } from '@hotvote/shared/limits'
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { AppError, noUploads } from '../../domain/errors.ts'
import type { Config } from '../config/config.ts'
import { copiesOnDisk, hasRoomFor } from '../storage/free-disk.ts'
import { getNetwork } from './network.ts'

const MB = 1024 * 1024
/** Limits of concurrent uploads per process, in total and per network. Many visitors may share a network. */
const LIMITS = { all: 64, bytes: 640 * MB, network: 16 }
/** Seconds. */
const RETRY_AFTER = { headers: { 'Retry-After': '15' } }

/** @throws {AppError} `unavailable` with `Retry-After` if the disk of `DATA_DIR` has no room for `bytes` */
export const requireRoomForUploads = async (config: Pick<Config, 'dataDir' | 'minFree'>, bytes: number) => {
  if (!(await hasRoomFor(config, bytes))) throw noUploads(RETRY_AFTER)
}

type Usage = { count: number; bytes: number }

const expectedSize = (req: Request) =>
  Math.min(Number(req.headers['content-length'] ?? UPLOAD_MAX_BYTES), UPLOAD_MAX_BYTES)

/**
 * Limits concurrent uploads.
 * @throws {AppError} `too_many_requests` at the limit per network, `unavailable` at the total limit
 */
export const uploadSlots = (config: Pick<Config, 'dataDir' | 'minFree' | 'rateLimits' | 's3'>) => {
  const used: Usage = { count: 0, bytes: 0 }
  const byNetwork = new Map<string, number>()
  const ofNetwork = config.rateLimits === 'relaxed' ? LIMITS.all : LIMITS.network

  const take = (network: string, size: number) => {
    const own = byNetwork.get(network) ?? 0
    if (own >= ofNetwork)
      throw new AppError('too_many_requests', 'Too many uploads at once. Wait until one finishes.', RETRY_AFTER)
    if (used.count >= LIMITS.all || used.bytes + size > LIMITS.bytes)
      throw new AppError('unavailable', 'Many uploads are under way. Please try again in a moment.', RETRY_AFTER)
    byNetwork.set(network, own + 1)
    used.count += 1
    used.bytes += size
  }
  const release = (network: string, size: number) => {
    const own = (byNetwork.get(network) ?? 1) - 1
    if (own > 0) byNetwork.set(network, own)
    else byNetwork.delete(network)
    used.count -= 1
    used.bytes -= size
  }
  return async <T>(req: Request, work: () => Promise<T>): Promise<T> => {
    const [network, size] = [getNetwork(req.ip ?? ''), expectedSize(req)]
    take(network, size)
    try {
      await requireRoomForUploads(config, copiesOnDisk(config) * used.bytes)
      return await work()
    } finally {
      release(network, size)
    }
  }
}

/** `name` is untrusted browser input until it is sanitized. */
export type Upload = { userId: number; path: string; name: string }

const limits = {
  fileSize: UPLOAD_MAX_BYTES,
  files: 1,
  fields: 4,
  parts: 5,
  headerPairs: 20,
  fieldNameSize: 50,
  fieldSize: 100,
  fieldNestingDepth: 0,
  fieldArrayIndexLimit: 0,
}

const FILE = 'file'

const formIn = (folder: string) =>
  multer({
    limits,
    // Browsers send file names in UTF-8 without declaring the charset.
    defParamCharset: 'utf8',
    storage: multer.diskStorage({
      destination: (_req, _file, done) => done(null, folder),
      filename: (_req, _file, done) => done(null, FILE),
    }),
  }).single(FILE)

/** Bytes. */
const BODY_MAX = UPLOAD_MAX_BYTES + 16 * 1024
/** Discards up to this many bytes of a large body, because clients send everything before reading the response. */
const DISCARD_MAX = 64 * 1024 * 1024

/** Closes the connection, because an unread request body makes it unusable. */
const close = { headers: { Connection: 'close' } }
const tooLarge = (details?: typeof close) => new AppError('too_large', `${UPLOAD_TOO_LARGE}.`, details)

const watchBody = (req: Request, refuse: (reason: AppError) => void): (() => void) => {
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > DISCARD_MAX) throw tooLarge(close)
  if (announced > BODY_MAX) throw tooLarge()
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > BODY_MAX) end(tooLarge(close))
  }
  const stop = () => void req.off('data', count)
  const end = (reason: AppError) => {
    stop()
    req.unpipe()
    req.pause()
    refuse(reason)
  }
  req.on('data', count)
  req.once('close', stop)
  return stop
}

/** Messages for multer's limits. Browsers never exceed the limits that are missing here. */
const texts: Partial<Record<string, string>> = {
  LIMIT_UNEXPECTED_FILE: 'Send one file, in the field "file".',
  LIMIT_FILE_COUNT: 'Send one file at a time.',
}

const isDiskFault = (failure: Error): boolean =>
  'syscall' in failure && 'code' in failure && typeof failure.code === 'string' && failure.code !== 'ECONNRESET'

const toRefusal = (failure: unknown): AppError => {
  if (failure instanceof AppError) return failure
  if (failure instanceof MulterError) {
    if (failure.code === 'LIMIT_FILE_SIZE') return new AppError('too_large', `${UPLOAD_TOO_LARGE}.`)
    return new AppError('malformed_body', texts[failure.code] ?? 'The form could not be read.')
  }
  if (failure instanceof Error && isDiskFault(failure)) return Object.assign(noUploads(), { cause: failure })
  return new AppError('malformed_body', 'The form could not be read.')
}

const readForm = (req: Request, res: Response, folder: string) =>
  new Promise<void>((done, fail) => {
    const stop = watchBody(req, fail)
    formIn(folder)(req, res, (failure?: unknown) => {
      stop()
      if (failure) fail(toRefusal(failure))
      else done()
    })
  })

/**
 * Streams the form's file into `folder`.
 * @throws {AppError} for an invalid form or a full disk
 */
export const readUpload = async (req: Request, res: Response, folder: string): Promise<Upload> => {
  if (!req.is('multipart/form-data')) throw new AppError('unsupported_type', 'Send the file as multipart/form-data.')
  if (req.destroyed) throw new AppError('malformed_body', 'The upload was interrupted.')
  await readForm(req, res, folder)
  const userId = pathId.safeParse(req.body?.userId)
  if (!userId.success) throw new AppError('invalid_request', 'The form needs your userId.')
  if (!req.file) throw new AppError('invalid_request', 'The form needs a file.')
  return { userId: userId.data, path: join(folder, FILE), name: req.file.originalname }
}
