import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { store } from '../browser/store.ts'
import { isAwayStatus } from './call-error.ts'

/** Milliseconds before the first retry, and at most; each failure in a row doubles the wait. */
const RETRY_MS = { first: 2000, most: 30_000 }
/** Milliseconds without another failure after which an outage is over. */
const CALM_MS = 2000
/** Milliseconds that the server may take to say whether it can serve. */
const PROBE_TIMEOUT_MS = 10_000

/** False when the browser knows that it has no network at all; a network that leads nowhere counts as one. */
const isOnline = () => navigator.onLine

/** True while the server, or its store, cannot serve although there is a network. */
const isAway = store(false)
const retries = new Set<() => void>()
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let dueAt = 0
let calm: ReturnType<typeof setTimeout> | undefined

/** False while something waits for a retry, too. */
export const isReachable = () => isOnline() && !isAway.get() && timer === undefined

/** Calls `act` when failed calls may succeed: the network is back, or a retry is due. Returns how to stop. */
export const onRetry = (act: () => void) => {
  retries.add(act)
  return () => void retries.delete(act)
}

function retryAll() {
  for (const act of [...retries]) act()
}

/** A proxy in front may answer the probe itself; then only the failures of real calls tell. */
async function probe() {
  try {
    const answer = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    const { failed = [] }: { failed?: string[] } = await answer.json().catch(() => ({}))
    const isServing = !isAwayStatus(answer.status)
    return { isServing, hasStore: isServing && !failed.includes('storage') }
  } catch {
    return { isServing: false, hasStore: false }
  }
}

/** Whether the server is away, or its pictures are; if so, a retry is due later. */
export async function isServerAway(part?: 'pictures') {
  if (!isOnline()) return true
  const { isServing, hasStore } = await probe()
  if (part ? hasStore : isServing) return false
  isAway.set(true)
  noticeOutage()
  return true
}

async function retry() {
  const due = timer
  const { isServing } = await probe()
  // The network came back, or an answer asked for a longer pause.
  if (timer !== due) return
  timer = undefined
  if (!isServing) return noticeOutage()
  calm = setTimeout(() => {
    failures = 0
    isAway.set(false)
  }, CALM_MS)
  retryAll()
}

/** Retries after so many milliseconds, or later where that is planned already. */
function schedule(ms: number) {
  if (timer && dueAt >= Date.now() + ms) return
  clearTimeout(timer)
  dueAt = Date.now() + ms
  timer = setTimeout(() => void retry(), ms)
}

/** Schedules the next retry for everything that waits, with backoff, jitter and the server's `Retry-After`. */
export function noticeOutage(retryAfter = 0) {
  clearTimeout(calm)
  if (!isOnline()) return
  if (timer) return retryAfter > 0 ? schedule(retryAfter) : undefined
  // One failed call may have reasons of its own; the probe or a second failure tells an outage.
  if (failures > 0) isAway.set(true)
  else void probe().then(({ isServing }) => isServing || timer === undefined || isAway.set(true))
  const backoff = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.most) * (0.75 + Math.random() / 2)
  failures += 1
  schedule(Math.max(backoff, retryAfter))
}

/** Resolves with the next retry. */
export const untilRetry = () =>
  new Promise<void>((done) => {
    const stop = onRetry(() => {
      stop()
      done()
    })
  })

// Unit tests have no window.
if (typeof window !== 'undefined')
  addEventListener('online', () => {
    clearTimeout(timer)
    timer = undefined
    failures = 0
    isAway.set(false)
    retryAll()
  })

export type Reach = 'there' | 'offline' | 'away'
const reach = (): Reach => (!isOnline() ? 'offline' : isAway.get() ? 'away' : 'there')

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  const stop = isAway.subscribe(listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
    stop()
  }
}

export const useReach = () => useSyncExternalStore(subscribe, reach)

/** `onRetry` from the very frame on in which its caller is drawn. */
export function useOnRetry(act: () => unknown) {
  const retryNow = useEffectEvent(act)
  useLayoutEffect(() => onRetry(() => void retryNow()), [])
}
