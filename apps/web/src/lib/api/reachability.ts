import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { store } from '../browser/store.ts'
import { isAwayStatus } from './call-error.ts'

/** Retry delays in milliseconds, doubled after each failure. */
const RETRY_MS = { first: 2000, most: 30_000 }
/** Milliseconds without a failure after which an outage is considered over. */
const RECOVERY_MS = 2000
/** Milliseconds. */
const PROBE_TIMEOUT_MS = 10_000

/** Browsers may report true even without internet access. */
const isOnline = () => navigator.onLine

/** True while the server or its object store is down. */
const isAway = store(false)
const retries = new Set<() => void>()
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let recovery: ReturnType<typeof setTimeout> | undefined

/** False while offline, during an outage, and while a retry is scheduled. */
export const isReachable = () => isOnline() && !isAway.get() && timer === undefined

/** Runs `act` when the network is back or a retry is due. Returns an unsubscribe function. */
export const onRetry = (act: () => void) => {
  retries.add(act)
  return () => void retries.delete(act)
}

function retryAll() {
  for (const act of [...retries]) act()
}

/** Requests `/readyz`. If a proxy responds without JSON, only the status counts. */
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

/** Probes the server, and schedules a retry if the server is down. */
export async function isServerAway(part?: 'pictures') {
  if (!isOnline()) return true
  const { isServing, hasStore } = await probe()
  if (part ? hasStore : isServing) return false
  isAway.set(true)
  reportOutage()
  return true
}

async function retry() {
  const due = timer
  const { isServing } = await probe()
  // Stop if a reconnect has replaced this retry.
  if (timer !== due) return
  timer = undefined
  if (!isServing) return reportOutage()
  recovery = setTimeout(() => {
    failures = 0
    isAway.set(false)
  }, RECOVERY_MS)
  retryAll()
}

/** Schedules a retry after a failure, with backoff, jitter and the server's `Retry-After`. */
export function reportOutage(retryAfter = 0) {
  clearTimeout(recovery)
  if (!isOnline() || timer) return
  // One failure may be a coincidence; a second failure or the probe confirms an outage.
  if (failures > 0) isAway.set(true)
  else void probe().then(({ isServing }) => isServing || timer === undefined || isAway.set(true))
  const backoff = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.most) * (0.75 + Math.random() / 2)
  failures += 1
  timer = setTimeout(() => void retry(), Math.max(backoff, retryAfter))
}

/** Resolves at the next retry. */
export const untilRetry = () =>
  new Promise<void>((done) => {
    const stop = onRetry(() => {
      stop()
      done()
    })
  })

// Skip this in unit tests, which have no window.
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

/** Calls `act` on every retry. A layout effect ensures that no retry is missed after the first frame. */
export function useOnRetry(act: () => unknown) {
  const retryNow = useEffectEvent(act)
  useLayoutEffect(() => onRetry(() => void retryNow()), [])
}
