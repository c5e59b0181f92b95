import { statfs } from 'node:fs/promises'
import { AppError } from '../../domain/errors.ts'
import type { Config } from '../config/config.ts'
import { storageUnavailable } from './storage.ts'

/** Bytes of the disk of a folder: those that this account can still write, and all. */
export const readDisk = async (folder: string) => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** How often a file may lie on the disk of `DATA_DIR`: as it came, as it was made anew, and, without a bucket, as it is being stored. */
export const copiesOnDisk = ({ s3 }: Pick<Config, 's3'>) => (s3 ? 2 : 3)

type DiskConfig = Pick<Config, 'dataDir' | 'minFree'>

/** Whether `MIN_FREE_MB` stay free after so many more bytes. @throws {AppError} `unavailable` */
export const hasRoomFor = async ({ dataDir, minFree }: DiskConfig, bytes: number) => {
  const { free } = await readDisk(dataDir).catch((failure) => Promise.reject(storageUnavailable(failure)))
  return free - bytes >= minFree
}

/** A full disk would take the embedded database down. @throws {AppError} `unavailable` */
export const requireRoomFor = async (config: DiskConfig, bytes: number) => {
  if (!(await hasRoomFor(config, bytes))) throw new AppError('unavailable', 'The disk is nearly full')
}
