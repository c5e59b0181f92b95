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

/** No socket limit, because each read of a large file occupies a socket. The server limits connections anyway. */
const AGENT = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }

/** Milliseconds. */
const CONNECT = 3000

/** Milliseconds, longer than a client may pause (four minutes, `platform/http/site-server.ts`). */
export const IDLE = 300_000

const silent = () => undefined
/** Keeps the client from logging to the console, because `attempt` throws all failures. */
const SILENT_LOGGER = { debug: silent, info: silent, warn: silent, error: silent }

/** Uses AWS checksums only if required, because other stores reject them. `idle` is in milliseconds. */
export const openS3Client = (settings: S3Settings, idle = IDLE): S3Client => {
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = settings
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // `attempt` retries all requests, because the client cannot retry streams.
    maxAttempts: 1,
    logger: SILENT_LOGGER,
    requestHandler: { connectionTimeout: CONNECT, socketTimeout: idle, httpAgent: AGENT, httpsAgent: AGENT },
  })
}

/** Milliseconds. */
const PAUSES = [200, 800]

type Failed = Error & { code?: unknown; $metadata?: { httpStatusCode?: number } }

export const getStatus = (failure: unknown): number | undefined => (failure as Failed | null)?.$metadata?.httpStatusCode

/** Returns true for a missing object, but not for a missing bucket. */
const isMissing = (failure: unknown): boolean =>
  getStatus(failure) === 404 && (failure as Failed).name !== 'NoSuchBucket'

/** Retries only server errors, throttling and broken connections. */
const mayPass = (failure: unknown): boolean => {
  const status = getStatus(failure)
  return status === undefined || status >= 500 || status === 429 || status === 408
}

/** Omits the client's message, because it may contain the host, bucket and key. */
const readFailure = (what: string, failure: unknown): Error => {
  const { name, code } = failure as Failed
  const reason = [what, getStatus(failure), typeof code === 'string' ? code : name].filter(Boolean).join(' ')
  return Object.assign(new Error(`S3: ${reason}`), { code: `S3 ${reason}` })
}

type Attempt = { what: string; within: number }

/** Call `moved` for each transferred chunk to restart the timeout. */
type Progress = { abortSignal: AbortSignal; moved: () => void }

/**
 * Tries up to three times. Returns null for a missing object. `within` is the idle timeout in milliseconds.
 * @throws AppError `unavailable`
 */
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
