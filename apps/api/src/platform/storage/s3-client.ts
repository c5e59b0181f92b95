import { setTimeout as pause } from 'node:timers/promises'
import { S3Client } from '@aws-sdk/client-s3'
import { storageUnavailable } from './storage.ts'

export type S3Settings = {
  bucket: string
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

/** Each reader of a large file holds a socket as long as it reads: what limits readers is the connections that they may have. */
const AGENT = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }

/** Milliseconds to reach the store. */
const CONNECT = 3000

/** Milliseconds; longer than the four minutes that a visitor may pause (`platform/http/site-server.ts`), which is no fault of the store. */
export const IDLE = 300_000

const silent = () => undefined
/** Without a logger the client writes to the console. Failures are in what `attempt` throws. */
const QUIET = { debug: silent, info: silent, warn: silent, error: silent }

/** Other stores refuse the client's own checksums. An answer ends after `idle` milliseconds without a byte. */
export const openS3Client = (settings: S3Settings, idle = IDLE): S3Client => {
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = settings
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The client does not repeat a request whose body is a stream: `attempt` repeats all of them alike.
    maxAttempts: 1,
    logger: QUIET,
    requestHandler: { connectionTimeout: CONNECT, socketTimeout: idle, httpAgent: AGENT, httpsAgent: AGENT },
  })
}

/** Milliseconds before the second and the third try. */
const PAUSES = [200, 800]

type Failed = Error & { code?: unknown; $metadata?: { httpStatusCode?: number } }

export const getStatus = (failure: unknown): number | undefined => (failure as Failed | null)?.$metadata?.httpStatusCode

/** Whether the store says that the object is not there. A bucket that is not there is a failure. */
const isMissing = (failure: unknown): boolean =>
  getStatus(failure) === 404 && (failure as Failed).name !== 'NoSuchBucket'

/** A refusal stays one: repeating helps against the store's own trouble, haste and broken connections only. */
const mayPass = (failure: unknown): boolean => {
  const status = getStatus(failure)
  return status === undefined || status >= 500 || status === 429 || status === 408
}

/** What the log may know: the message of the client can hold host, bucket and key. */
const readFailure = (what: string, failure: unknown): Error => {
  const { name, code } = failure as Failed
  const reason = [what, getStatus(failure), typeof code === 'string' ? code : name].filter(Boolean).join(' ')
  return Object.assign(new Error(`S3: ${reason}`), { code: `S3 ${reason}` })
}

type Attempt = { what: string; within: number }

/** `abortSignal` ends the work, and `moved` gives it time anew: bytes went there or came back. */
type Progress = { abortSignal: AbortSignal; moved: () => void }

/** Tries `work` three times within `within` idle milliseconds; null when there is no object. @throws AppError `unavailable` */
export const attempt = async <T>(
  { what, within }: Attempt,
  work: (progress: Progress) => Promise<T>,
): Promise<T | null> => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), within)
  const progress = { abortSignal: late.signal, moved: () => void timer.refresh() }
  try {
    for (const wait of PAUSES) {
      try {
        return await work(progress)
      } catch (failure) {
        if (!mayPass(failure)) throw failure
      }
      await pause(wait, undefined, { signal: late.signal })
    }
    return await work(progress)
  } catch (failure) {
    if (isMissing(failure)) return null
    throw storageUnavailable(readFailure(what, failure))
  } finally {
    clearTimeout(timer)
  }
}
