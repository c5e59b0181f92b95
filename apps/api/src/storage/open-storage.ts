import type { Config } from '../config.ts'
import { openLocalFiles, openLocalStorage } from './local.ts'
import type { Storage } from './storage.ts'

type Where = Pick<Config, 's3' | 'dataDir'>

/** The client of a bucket is large: it is loaded by those who have one. */
const inBucket = async (s3: NonNullable<Config['s3']>) => (await import('./s3.ts')).openS3Storage(s3)

/** Where the media of the settings live: a bucket, or files under `DATA_DIR`. */
export const openStorage = async ({ s3, dataDir }: Where): Promise<Storage> =>
  s3 ? inBucket(s3) : openLocalStorage(dataDir)

/** The same for who writes nothing there, and makes no place for it. */
export const openStoredFiles = async ({ s3, dataDir }: Where): Promise<ReturnType<typeof openLocalFiles>> =>
  s3 ? inBucket(s3) : openLocalFiles(dataDir)
