import type { ErrorBody, ErrorCode } from '@hotvote/shared/errors'

/** A call that was answered with anything but success. `message` is `visitor.md §8`; `text` is for people to read. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly statusText: string
  readonly code: ErrorCode | undefined
  /** What the server says to a person; empty when the answer was not one of our own. */
  readonly text: string
  /** What is wrong with the fields that were sent. */
  readonly issues: { path: string; message: string }[]
  /** Milliseconds to wait before the next attempt, 0 where the server does not say. */
  retryAfter = 0

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    const answer = parsed(body)
    this.status = status
    this.statusText = statusText
    this.code = answer.code
    this.text = answer.message ?? answer.error ?? ''
    this.issues = Array.isArray(answer.issues) ? answer.issues : []
  }
}

/** Milliseconds; a longer `Retry-After` is cut, so that a page recovers within five minutes. */
const RETRY_AFTER_MAX_MS = 300_000

/** Milliseconds in a `Retry-After` header, given as seconds or as a date. */
export function retryAfterIn(header: string | null) {
  const ms = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - Date.now()
  return Math.min(Math.max(ms || 0, 0), RETRY_AFTER_MAX_MS)
}

/** What stopped a call before it was made, in words for people to read. */
export class NotCalledError extends Error {
  override readonly name = 'NotCalledError'
}

/** A proxy may answer with HTML: then there is nothing for people to read. */
const parsed = (body: string): Partial<ErrorBody> => {
  try {
    const answer: unknown = JSON.parse(body)
    return typeof answer === 'object' && answer !== null ? answer : {}
  } catch {
    return {}
  }
}

/** The server's words for a person, or `fallback` when it had none (network failures among them). */
export const describeError = (error: unknown, fallback: string) => {
  if (error instanceof NotCalledError) return error.message
  return error instanceof CallError && error.text ? error.text : fallback
}

export const hasCode = (error: unknown, ...codes: ErrorCode[]) =>
  error instanceof CallError && error.code !== undefined && codes.includes(error.code)

export const hasStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof CallError && statuses.includes(error.status)

/** Whether asking again may help: no answer at all, or a failure on the server's side. */
export const isTransient = (error: unknown) => !(error instanceof CallError) || error.status >= 500

export const getRetryAfter = (error: unknown) => (error instanceof CallError ? error.retryAfter : 0)

/** Whether an answer's status says that the server, or another server behind it, is away. */
export const isAwayStatus = (status: number) => [502, 503, 504].includes(status)

/** Whether the server is away, or did not answer: the same call may succeed later. */
export const isOutage = (error: unknown) =>
  error instanceof CallError
    ? isAwayStatus(error.status)
    : // `fetch` throws these when nothing answers, or not in time.
      error instanceof TypeError || error instanceof DOMException

/** Whether the answer got lost: a proxy gave up, or the connection broke after the request was sent. */
export const isUnanswered = (error: unknown) =>
  error instanceof CallError
    ? [502, 504].includes(error.status) && error.text === ''
    : !(error instanceof NotCalledError)

/** `retry` of a change that may be made twice: its answer may have been lost. */
export const retryOnce = (failures: number, error: Error) => failures < 1 && isTransient(error)

/** Shown beside a failure in an outage, after which `query-client.ts` refetches. */
export const OUR_SIDE = "The problem is on our side. We'll try again automatically."
const OFFLINE = "You are offline. We'll try again when you're back."

const withoutWords = (error: unknown) => {
  if (!(error instanceof CallError)) return navigator.onLine ? `The server did not answer. ${OUR_SIDE}` : OFFLINE
  return isOutage(error) ? OUR_SIDE : `The server answered with an error (HTTP ${error.status}).`
}

/** Why something could not be loaded: the server's words, else what it answered with, else that it did not. */
export const describeReason = (error: unknown) => describeError(error, withoutWords(error))
