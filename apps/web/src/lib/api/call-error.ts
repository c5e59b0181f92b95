import type { ErrorBody, ErrorCode, ProofChallenge } from '@hotvote/shared/contract'

/** An unsuccessful response. `message` follows `visitor.md §8`; show `text` to users. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly statusText: string
  readonly code: ErrorCode | undefined
  /** The server's message, or empty if a proxy responded. */
  readonly text: string
  /** Set if the code is `proof_required`. */
  readonly challenge: ProofChallenge | undefined
  readonly issues: { path: string; message: string }[]
  /** Milliseconds; 0 if the server sent no `Retry-After`. */
  retryAfter = 0

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    const answer = parsed(body)
    this.status = status
    this.statusText = statusText
    this.code = answer.code
    this.text = answer.message ?? answer.error ?? ''
    this.challenge = answer.challenge
    this.issues = Array.isArray(answer.issues) ? answer.issues : []
  }
}

/** Upper limit for `Retry-After` in milliseconds, so the page can recover. */
const RETRY_AFTER_MAX_MS = 300_000

/** Converts a `Retry-After` header, which contains seconds or a date, to milliseconds. */
export function retryAfterIn(header: string | null) {
  const ms = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - Date.now()
  return Math.min(Math.max(ms || 0, 0), RETRY_AFTER_MAX_MS)
}

/** Thrown if a call was never sent. `message` can be shown to users. */
export class NotCalledError extends Error {
  override readonly name = 'NotCalledError'
}

/** Returns an empty object for HTML, which proxies may send. */
const parsed = (body: string): Partial<ErrorBody> => {
  try {
    const answer: unknown = JSON.parse(body)
    return typeof answer === 'object' && answer !== null ? answer : {}
  } catch {
    return {}
  }
}

/** Returns the server's message, or `fallback` if there is none. */
export const describeError = (error: unknown, fallback: string) => {
  if (error instanceof NotCalledError) return error.message
  return error instanceof CallError && error.text ? error.text : fallback
}

export const hasCode = (error: unknown, ...codes: ErrorCode[]) =>
  error instanceof CallError && error.code !== undefined && codes.includes(error.code)

export const hasStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof CallError && statuses.includes(error.status)

/** True for server errors, and if there was no response. */
export const isTransient = (error: unknown) => !(error instanceof CallError) || error.status >= 500

export const getRetryAfter = (error: unknown) => (error instanceof CallError ? error.retryAfter : 0)

export const isAwayStatus = (status: number) => [502, 503, 504].includes(status)

/** True if the server is down or unreachable, so the call may succeed later. */
export const isOutage = (error: unknown) =>
  error instanceof CallError
    ? isAwayStatus(error.status)
    : // `fetch` throws these if there is no response, or after a timeout.
      error instanceof TypeError || error instanceof DOMException

/** True if no response arrived, so the server may or may not have made the change. */
export const isUnanswered = (error: unknown) =>
  error instanceof CallError
    ? [502, 504].includes(error.status) && error.text === ''
    : !(error instanceof NotCalledError)

/** Use this only for idempotent mutations, because the first attempt may have succeeded. */
export const retryOnce = (failures: number, error: Error) => failures < 1 && isTransient(error)

/** This text promises a retry, which `query-client.ts` starts after an outage. */
export const SERVER_PROBLEM = "The problem is on our side. We'll try again automatically."
const OFFLINE = "You are offline. We'll try again when you're back."

const describeUnknownError = (error: unknown) => {
  if (!(error instanceof CallError)) return navigator.onLine ? `The server didn't answer. ${SERVER_PROBLEM}` : OFFLINE
  return isOutage(error)
    ? SERVER_PROBLEM
    : `Something went wrong on our side (HTTP ${error.status}). Try again in a moment.`
}

export const describeReason = (error: unknown) => describeError(error, describeUnknownError(error))
