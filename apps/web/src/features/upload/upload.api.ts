import type { RouteOf } from '@hotvote/shared/contract'
import type { uploadMedia } from '@hotvote/shared/visitor/uploads'
import { CallError, describeError, getRetryAfter, retryAfterIn } from '../../lib/api/call-error.ts'
import { createTransferRate } from './transfer-rate.ts'

/** Only its types come from the contract: the row shows the server's words, so no schema travels to the page. */
const ROUTE: RouteOf<typeof uploadMedia> = 'POST /api/media/upload'

const FAILED = 'Upload failed'
const withStatus = (status: number) => `Upload failed with status ${status}`

export type Progress = {
  /** 0 to 100, whole; 100 once the last byte is sent. */
  percent: number
  /** Bytes per second, 0 while unknown. */
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

/** What became of a file that is stored: `isInReview` when it waits for the operator. */
export type Sent = { isInReview: boolean }

/** Answers about the file: the same one would get them again. */
const OF_THE_FILE = [400, 409, 413, 415, 451]

/**
 * The text is the row's (`visitor.md §8`). `status` is the answer's, 0 without one. `isFinal` where sending the same file
 * again cannot help.
 */
export class UploadFailure extends Error {
  readonly status: number
  readonly isFinal: boolean
  /** Milliseconds that the server wants to be left alone, 0 where it does not say. */
  retryAfter = 0
  constructor(message: string, status = 0, isFinal = OF_THE_FILE.includes(status)) {
    super(message)
    this.status = status
    this.isFinal = isFinal
  }
}

/** Nothing answered: the network is lost, or the server cannot be reached. */
export class NoAnswer extends UploadFailure {
  constructor() {
    super('Network error during upload')
  }
}

/** Another visitor is here than the one who started the upload, who is not asked in their place. */
export class OtherVisitor extends UploadFailure {
  constructor() {
    super('Another account is logged in now')
  }
}

/**
 * Sends one file (`visitor.md §7`). `fetch` reports no upload progress, hence `XMLHttpRequest`.
 * Rejects with an `UploadFailure`, or with the signal's reason when it was aborted.
 */
export async function sendFile({ userId, file, key, signal, onProgress }: Transfer): Promise<Sent> {
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
  request.setRequestHeader('Idempotency-Key', key)
  request.send(buildForm(userId, file))
  return sent
}

/** A browser tells a file that it cannot read (any more) and a lost network by the same event. */
async function describeUnanswered(file: File): Promise<UploadFailure> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return new NoAnswer()
  } catch {
    return new UploadFailure('This file has changed or can no longer be read. Choose it again.', 0, true)
  }
}

/** The user comes first, so that the server knows whose upload it is before the file arrives. */
function buildForm(userId: number, file: File) {
  const form = new FormData()
  form.append('userId', String(userId))
  form.append('file', file, file.name)
  return form
}

function reportProgress(request: XMLHttpRequest, onProgress: Transfer['onProgress']) {
  const rate = createTransferRate()
  request.upload.onprogress = ({ loaded, total, timeStamp }) => {
    // 99 at most: 100 is said once, by the event that means it.
    onProgress({
      percent: total > 0 ? Math.min(99, Math.floor((100 * loaded) / total)) : 0,
      speed: rate(timeStamp, loaded),
    })
  }
  request.upload.onload = () => onProgress({ percent: 100, speed: 0 })
}

/** What the row says about an answer (`visitor.md §8`); nothing when the upload is stored. */
export function toFailure(status: number, body: string): UploadFailure | undefined {
  const answer = parsed(body)
  if (status < 200 || status > 299) {
    const message = textIn(answer)
    // An upload that was too slow, or broken off, is a 400, too.
    const isFinal = OF_THE_FILE.includes(status) && !isMalformed(answer)
    return new UploadFailure(message === '' ? withStatus(status) : message, status, isFinal)
  }
  // A captive portal answers 200 with a page of its own: that is no upload.
  return typeof answer === 'object' && answer !== null ? undefined : new UploadFailure(FAILED, status)
}

/** What the row says when the session that an upload needs could not be opened, because of `error`. */
export function toSessionFailure(error: unknown): UploadFailure {
  const status = error instanceof CallError ? error.status : 0
  if (status > 0)
    return Object.assign(new UploadFailure(describeError(error, withStatus(status)), status), {
      retryAfter: getRetryAfter(error),
    })
  // `fetch` throws these when nothing answers, or not in time.
  return error instanceof TypeError || error instanceof DOMException
    ? new NoAnswer()
    : new UploadFailure(describeError(error, FAILED))
}

const parseSent = (body: string): Sent => {
  const answer = parsed(body)
  return {
    isInReview: typeof answer === 'object' && answer !== null && 'isWaiting' in answer && answer.isWaiting === true,
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
