import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { storageUnavailable } from './storage.ts'

/**
 * Whether `MIN_FREE_MB` of the disk of `DATA_DIR` stay free when so many more bytes are written to it.
 * @throws {AppError} `unavailable` when the disk does not say
 */
export const hasRoomFor = async ({ dataDir, minFree }: Pick<Config, 'dataDir' | 'minFree'>, bytes: number) => {
  const { bavail, bsize } = await statfs(dataDir).catch((failure) => Promise.reject(storageUnavailable(failure)))
  return bavail * bsize - bytes >= minFree
}
