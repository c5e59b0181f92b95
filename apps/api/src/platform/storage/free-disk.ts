import { statfs } from 'node:fs/promises'
import { AppError } from '../../domain/errors.ts'
import type { Config } from '../config/config.ts'
import { storageUnavailable } from './storage.ts'

/** Sizes in bytes. `free` is the space available to this account. */
export const readDisk = async (folder: string) => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Maximum number of copies of an upload in `DATA_DIR`: original, re-encoded and, without a bucket, stored. */
export const copiesOnDisk = ({ s3 }: Pick<Config, 's3'>) => (s3 ? 2 : 3)

type DiskConfig = Pick<Config, 'dataDir' | 'minFree'>

/**
 * Returns true if `MIN_FREE_MB` remain free after writing `bytes`.
 * @throws {AppError} `unavailable` if the disk cannot be read
 */
export const hasRoomFor = async ({ dataDir, minFree }: DiskConfig, bytes: number) => {
  const { free } = await readDisk(dataDir).catch((failure) => Promise.reject(storageUnavailable(failure)))
  return free - bytes >= minFree
}

/**
 * Checks the free space, because a full disk would stop the embedded database.
 * @throws {AppError} `unavailable`
 */
export const requireRoomFor = async (config: DiskConfig, bytes: number) => {
  if (!(await hasRoomFor(config, bytes))) throw new AppError('unavailable', 'The disk is nearly full')
}
