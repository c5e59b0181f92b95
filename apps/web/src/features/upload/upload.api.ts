import type { RouteOf } from '@hotvote/shared/contract'
import type { uploadMedia } from '@hotvote/shared/visitor/uploads'
import { CallError, describeError, getRetryAfter, retryAfterIn } from '../../lib/api/call-error.ts'
import { megabytes } from '../../lib/browser/format.ts'
import { withProof } from '../../lib/session/call-as-visitor.ts'

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

const FAILED = 'Upload failed'
const withStatus = (status: number) => `Upload failed with status ${status}`

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

/** `isInReview`: the file is not public yet. `isChecking`: an automatic check decides soon. */
export type Sent = { isInReview: boolean; isChecking: boolean }

/** Status codes about the file itself, so a retry would fail again. */
const FILE_ERRORS = [400, 409, 413, 415, 451]

/** The message is shown in the row (`visitor.md §8`). `status` is 0 if there was no response. */
export class UploadFailure extends Error {
  readonly status: number
  readonly isFinal: boolean
  /** Milliseconds from the `Retry-After` header, or 0 if there is none. */
  retryAfter = 0
  challenge: unknown
  constructor(message: string, status = 0, isFinal = FILE_ERRORS.includes(status)) {
    super(message)
    this.status = status
    this.isFinal = isFinal
  }
}

export class NoAnswer extends UploadFailure {
  constructor() {
    super('Network error during upload')
  }
}

/** Thrown if the visitor who started the upload is no longer logged in. */
export class OtherVisitor extends UploadFailure {
  constructor() {
    super('You switched accounts')
  }
}

/** Sends one file (`visitor.md §7`). */
export const sendFile = (transfer: Transfer) => withProof((headers) => sendOnce(transfer, headers))

/** Uses `XMLHttpRequest`, because `fetch` reports no upload progress. */
async function sendOnce({ userId, file, key, signal, onProgress }: Transfer, headers = {}): Promise<Sent> {
  signal.throwIfAborted()
  const [method = '', path = ''] = ROUTE.split(' ')
  const request = new XMLHttpRequest()
  const sent = new Promise<Sent>((resolve, reject) => {
    request.onload = () => {
      const failure = toFailure(request.status, request.responseText)
      if (!failure) return resolve(parseSent(request.responseText))
      failure.retryAfter = retryAfterIn(request.getResponseHeader('Retry-After'))
      reject(failure)
    }
    request.onerror = () => void describeUnanswered(file).then(reject)
    request.ontimeout = request.onerror
    request.onabort = () => reject(signal.reason)
  })
  reportProgress(request, onProgress)
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.open(method, path)
  request.withCredentials = true
  for (const [name, value] of Object.entries({ 'Idempotency-Key': key, ...headers }))
    request.setRequestHeader(name, value)
  request.send(buildForm(userId, file))
  return sent
}

/** Tries to read the file, because browsers fire the same event for an unreadable file and a network failure. */
async function describeUnanswered(file: File): Promise<UploadFailure> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return new NoAnswer()
  } catch {
    return new UploadFailure('This file has changed or can no longer be read. Choose it again.', 0, true)
  }
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

/** Returns the failure for a response (`visitor.md §8`), or undefined if the upload was stored. */
export function toFailure(status: number, body: string): UploadFailure | undefined {
  const answer = parsed(body)
  if (status < 200 || status > 299) {
    const message = textIn(answer)
    // The server also returns 400 for an interrupted upload, which may be retried.
    const isFinal = FILE_ERRORS.includes(status) && !isMalformed(answer)
    const failure = new UploadFailure(message === '' ? withStatus(status) : message, status, isFinal)
    if (typeof answer === 'object' && answer !== null && 'challenge' in answer) failure.challenge = answer.challenge
    return failure
  }
  // A captive portal returns 200 with its own page.
  return typeof answer === 'object' && answer !== null ? undefined : new UploadFailure(FAILED, status)
}

export function toSessionFailure(error: unknown): UploadFailure {
  const status = error instanceof CallError ? error.status : 0
  if (status > 0)
    return Object.assign(new UploadFailure(describeError(error, withStatus(status)), status), {
      retryAfter: getRetryAfter(error),
    })
  // `fetch` throws these errors if there is no response.
  return error instanceof TypeError || error instanceof DOMException
    ? new NoAnswer()
    : new UploadFailure(describeError(error, FAILED))
}

const parseSent = (body: string): Sent => {
  const answer = parsed(body)
  if (typeof answer !== 'object' || answer === null) return { isInReview: false, isChecking: false }
  return {
    isInReview: 'isWaiting' in answer && answer.isWaiting === true,
    isChecking: 'isChecking' in answer && answer.isChecking === true,
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const isMalformed = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === 'malformed_body'

function textIn(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return ''
  return typeof answer.message === 'string' ? answer.message.trim() : ''
}
