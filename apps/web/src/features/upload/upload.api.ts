import type { Answer, RouteOf } from '@hotvote/shared/contract'
import type { uploadMedia } from '@hotvote/shared/visitor/uploads'
import {
  CallError,
  describeError,
  hasCode,
  hasStatus,
  isOutage,
  NotCalledError,
  retryAfterIn,
} from '../../lib/api/call-error.ts'
import { megabytes } from '../../lib/browser/format.ts'
import { asVisitor, withProof } from '../../lib/session/call-as-visitor.ts'

const KILOBYTE = 1024

export const speedText = (bytesPerSecond: number) =>
  bytesPerSecond < KILOBYTE ** 2 ? `${Math.round(bytesPerSecond / KILOBYTE)} KB/s` : `${megabytes(bytesPerSecond)}/s`

/** Returns an empty text while the speed is unknown. */
export function timeLeftText(bytes: number, bytesPerSecond: number): string {
  if (bytesPerSecond <= 0 || bytes <= 0) return ''
  const seconds = Math.ceil(bytes / bytesPerSecond)
  return seconds < 60 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`
}

/** Milliseconds to average over: long enough for a steady number, short enough to notice a slower connection. */
const WINDOW = 3000
/** Milliseconds to wait before measuring, because the first bytes only fill the socket's buffer. */
const WARM_UP = 300

/** Returns a function that computes bytes per second from time (ms) and total bytes. */
export function createTransferRate() {
  const samples: { time: number; bytes: number }[] = []
  return (time: number, bytes: number) => {
    samples.push({ time, bytes })
    while (samples.length > 2 && (samples[1]?.time ?? time) <= time - WINDOW) samples.shift()
    const first = samples[0] ?? { time, bytes }
    const elapsed = time - first.time
    return elapsed < WARM_UP ? 0 : ((bytes - first.bytes) * 1000) / elapsed
  }
}

/** Only the contract's type is used, which keeps schemas out of the bundle. */
const ROUTE: RouteOf<typeof uploadMedia> = 'POST /api/media/upload'

export type Progress = {
  /** Whole number from 0 to 100, which is reached after the last byte. */
  percent: number
  /** Bytes per second; 0 while unknown. */
  speed: number
}

export type Transfer = {
  userId: number
  file: File
  /** Sent as `Idempotency-Key`. */
  key: string
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/** `isWaiting`: the file is not public yet. `isChecking`: an automatic check decides soon. */
export type Sent = Pick<Answer<typeof uploadMedia>, 'isWaiting' | 'isChecking'>

/** Status codes about the file itself. */
const FILE_ERRORS = [400, 409, 413, 415, 451]

/** False for a file that the server refuses. An interrupted upload also gets a 400, but may be sent again. */
export const isRetriable = (error: unknown) =>
  hasCode(error, 'malformed_body') || !(error instanceof NotCalledError || hasStatus(error, ...FILE_ERRORS))

/** Returns the text for the file's row (`visitor.md §8`). */
export function describeFailure(error: unknown) {
  if (error instanceof CallError) return error.text || `Upload failed with status ${error.status}`
  return isOutage(error) ? 'Network error during upload' : describeError(error, 'Upload failed')
}

/** Sends one file (`visitor.md §7`). */
export const sendFile = (transfer: Transfer) => asVisitor(() => withProof((headers) => sendOnce(transfer, headers)))

/**
 * Uses `XMLHttpRequest`, because `fetch` reports no upload progress.
 * @throws {CallError} for any unsuccessful response, or a `TypeError` like `fetch` if there is no response
 */
async function sendOnce({ userId, file, key, signal, onProgress }: Transfer, headers = {}): Promise<Sent> {
  signal.throwIfAborted()
  const [method = '', path = ''] = ROUTE.split(' ')
  const request = new XMLHttpRequest()
  const answered = new Promise<unknown>((resolve, reject) => {
    request.onload = resolve
    request.onerror = () => {
      // Distinguish a file that is no longer readable from a broken connection.
      const readable = file.slice(0, 1).arrayBuffer()
      readable.then(
        () => reject(new TypeError('Network error')),
        () => reject(new NotCalledError('This file has changed or can no longer be read. Choose it again.')),
      )
    }
    request.onabort = () => reject(signal.reason)
  })
  reportProgress(request, onProgress)
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.open(method, path)
  request.withCredentials = true
  for (const [name, value] of Object.entries({ 'Idempotency-Key': key, ...headers }))
    request.setRequestHeader(name, value)
  request.send(buildForm(userId, file))
  await answered
  const { status, statusText, responseText } = request
  if (status < 200 || status > 299)
    throw Object.assign(new CallError(status, statusText, responseText), {
      retryAfter: retryAfterIn(request.getResponseHeader('Retry-After')),
    })
  return JSON.parse(responseText)
}

/** `userId` is the first field, so the server reads it before the file. */
function buildForm(userId: number, file: File) {
  const form = new FormData()
  form.append('userId', String(userId))
  form.append('file', file, file.name)
  return form
}

function reportProgress(request: XMLHttpRequest, onProgress: Transfer['onProgress']) {
  const rate = createTransferRate()
  request.upload.onprogress = ({ loaded, total, timeStamp }) => {
    // Report at most 99 percent, because the `load` event reports 100.
    onProgress({
      percent: total > 0 ? Math.min(99, Math.floor((100 * loaded) / total)) : 0,
      speed: rate(timeStamp, loaded),
    })
  }
  request.upload.onload = () => onProgress({ percent: 100, speed: 0 })
}
