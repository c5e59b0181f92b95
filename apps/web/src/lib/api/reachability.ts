import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { store } from '../browser/store.ts'
import { isAwayStatus } from './call-error.ts'

/** Retry delays in milliseconds, doubled after each failure. */
const RETRY_MS = { first: 2000, most: 30_000 }
/** Milliseconds without a failure after which an outage is over. */
const RECOVERY_MS = 2000
/** Milliseconds. */
const PROBE_TIMEOUT_MS = 10_000

/** Browsers may also report true without access to the internet. */
const isOnline = () => navigator.onLine

/** True while the server or its object store is down. */
const isPurgeable = store(false)
const retries = new Set<() => void>()
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let dueAt = 0
let recovery: ReturnType<typeof setTimeout> | undefined

/** Also false while a retry is scheduled. */
export const isReachable = () => isOnline() && !isPurgeable.get() && timer === undefined

/** Runs `act` when the network is back or a retry is due. Returns an unsubscribe function. */
export const onRetry = (act: () => void) => {
  retries.add(act)
  return () => void retries.delete(act)
}

function retryAll() {
  for (const act of [...retries]) act()
}

/** Asks `/readyz`; if a proxy answers without JSON, only the status counts. */
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

/** Probes the server, and schedules a retry if it is away. */
export async function isServerAway(part?: 'pictures') {
  if (!isOnline()) return true
  const { isServing, hasStore } = await probe()
  if (part ? hasStore : isServing) return false
  isPurgeable.set(true)
  noticeOutage()
  return true
}

async function retry() {
  const due = timer
  const { isServing } = await probe()
  // Skips a retry that a reconnect or a longer `Retry-After` has replaced.
  if (timer !== due) return
  timer = undefined
  if (!isServing) return noticeOutage()
  recovery = setTimeout(() => {
    failures = 0
    isPurgeable.set(false)
  }, RECOVERY_MS)
  retryAll()
}

/** Never moves a scheduled retry to an earlier time. */
function schedule(ms: number) {
  if (timer && dueAt >= Date.now() + ms) return
  clearTimeout(timer)
  dueAt = Date.now() + ms
  timer = setTimeout(() => void retry(), ms)
}

/** Schedules a retry with backoff, jitter and the server's `Retry-After`. */
export function noticeOutage(retryAfter = 0) {
  clearTimeout(recovery)
  if (!isOnline()) return
  if (timer) return retryAfter > 0 ? schedule(retryAfter) : undefined
  // One failure may be a coincidence; a second failure or the probe confirms an outage.
  if (failures > 0) isPurgeable.set(true)
  else void probe().then(({ isServing }) => isServing || timer === undefined || isPurgeable.set(true))
  const backoff = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.most) * (0.75 + Math.random() / 2)
  failures += 1
  schedule(Math.max(backoff, retryAfter))
}

/** Resolves at the next retry. */
export const untilRetry = () =>
  new Promise<void>((done) => {
    const stop = onRetry(() => {
      stop()
      done()
    })
  })

// Skipped in unit tests, which have no window.
if (typeof window !== 'undefined')
  addEventListener('online', () => {
    clearTimeout(timer)
    timer = undefined
    failures = 0
    isPurgeable.set(false)
    retryAll()
  })

export type Reach = 'there' | 'offline' | 'away'
const reach = (): Reach => (!isOnline() ? 'offline' : isPurgeable.get() ? 'away' : 'there')

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  const stop = isPurgeable.subscribe(listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
    stop()
  }
}

export const useReach = () => useSyncExternalStore(subscribe, reach)

/** Uses a layout effect, so it misses no retry after the first frame. */
export function useOnRetry(act: () => unknown) {
  const retryNow = useEffectEvent(act)
  useLayoutEffect(() => onRetry(() => void retryNow()), [])
}
