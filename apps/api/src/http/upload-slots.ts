import { UPLOAD_MAX_BYTES } from '@hotvote/shared/limits'
import type { Request } from 'express'
import type { Config } from '../config.ts'
import { AppError, noUploads } from '../domain/errors.ts'
import { copiesOnDisk, hasRoomFor } from '../storage/free-disk.ts'
import { networkOf } from './network.ts'

const MB = 1024 * 1024
/** At once in this process: uploads, their bytes, and uploads of one network, which may be that of many people. */
const LIMITS = { all: 64, bytes: 640 * MB, network: 16 }
/** Seconds. */
const RETRY_AFTER = { headers: { 'Retry-After': '15' } }

/** @throws {AppError} `unavailable`, with `Retry-After`, when the disk of `DATA_DIR` has no room for so many more bytes of uploads */
export const requireRoomForUploads = async (config: Pick<Config, 'dataDir' | 'minFree'>, bytes: number) => {
  if (!(await hasRoomFor(config, bytes))) throw noUploads(RETRY_AFTER)
}

type Usage = { count: number; bytes: number }

/** A body that does not say how long it is may be as long as any. */
const sizeOf = (req: Request) => Math.min(Number(req.headers['content-length'] ?? UPLOAD_MAX_BYTES), UPLOAD_MAX_BYTES)

/**
 * Slots for uploads under way, from before the first byte of the body until the answer: who sends slowly, or from many
 * connections, fills neither the disk nor the process. `relaxed` limits know no networks.
 * @returns what runs `work` in a slot; it throws AppError `too_many_requests` when the caller's network has all that it
 *   gets, `unavailable` when all are taken or the disk of `DATA_DIR` is nearly full, both with `Retry-After`
 */
export const uploadSlots = (config: Pick<Config, 'dataDir' | 'minFree' | 'rateLimits' | 's3'>) => {
  const used: Usage = { count: 0, bytes: 0 }
  const byNetwork = new Map<string, number>()
  const ofNetwork = config.rateLimits === 'relaxed' ? LIMITS.all : LIMITS.network

  const take = (network: string, size: number) => {
    const own = byNetwork.get(network) ?? 0
    if (own >= ofNetwork)
      throw new AppError('too_many_requests', 'Too many uploads at once. Please wait for one to end.', RETRY_AFTER)
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
    const [network, size] = [networkOf(req.ip ?? ''), sizeOf(req)]
    take(network, size)
    try {
      await requireRoomForUploads(config, copiesOnDisk(config) * used.bytes)
      return await work()
    } finally {
      release(network, size)
    }
  }
}
