import type { LiveTopic } from '@hotvote/shared/live'
import type { Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import { store } from '../browser/store.ts'
import { hasStatus } from '../net/call-error.ts'
import { queryClient } from '../net/query-client.ts'
import { untilOnline } from '../net/reachability.ts'
import { readEvents } from './event-stream.ts'
import { operatorToken } from './operator.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `topics`: what of the site it shows; refetched when that changes, while `useLive` follows it. `isQuiet`: no failure is told. */
    queryMeta: { topics?: LiveTopic[]; isQuiet?: boolean }
  }
}

/** Milliseconds between two reads of what changes seldom, while nobody tells. */
export const POLL_MS = 60_000
/** Milliseconds from the end of a stream to the next attempt; each time that none begins twice as many. */
const RETRY_MS = { first: 1000, most: 30_000 }
/** Milliseconds that the stream outlives the screen that needed it: the next one may need it, too. */
const LINGER_MS = 3000

/** Whether changes are told: then nothing needs to be asked for again and again. */
const isFollowed = store(false)

const isAbout = ({ meta }: Query, topic?: string) =>
  meta?.topics?.some((one) => topic === undefined || one === topic) === true
// One that failed to load is tried again by its interval, or says so and is tried again by hand.
const shows = (query: Query, topic?: string) => query.state.data !== undefined && isAbout(query, topic)

/** Refetches what is shown of a topic, or of all. What was asked for before it changed may be answered with what was. */
async function refresh(topic?: string) {
  const queries = queryClient.getQueryCache().findAll({ type: 'active' })
  const affected = queries.filter((query) => isAbout(query, topic))
  await Promise.allSettled(affected.map(({ promise }) => promise))
  await queryClient.invalidateQueries({ predicate: (query) => shows(query, topic) }, { cancelRefetch: false })
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

let users = 0
let following: AbortController | undefined

/** Follows what changes until `signal` says not to, or the login ends: screens follow anew after the next one. */
async function follow(signal: AbortSignal) {
  let wait = RETRY_MS.first
  const onOpen = () => {
    wait = RETRY_MS.first
    isFollowed.set(true)
    // Nobody told what happened before.
    void refresh()
  }
  while (!signal.aborted && operatorToken() !== null) {
    const hasLoginEnded = await readEvents({ signal, onOpen, onTopic: refresh }).catch((error: unknown) =>
      hasStatus(error, 401),
    )
    if (signal.aborted) return
    isFollowed.set(false)
    if (hasLoginEnded) break
    await pause(wait, signal)
    await untilOnline()
    wait = Math.min(2 * wait, RETRY_MS.most)
  }
  if (following?.signal === signal) following = undefined
}

/** Follows while some screen that is seen needs it. */
function update() {
  const isNeeded = users > 0 && document.visibilityState !== 'hidden'
  if (isNeeded && !following) {
    following = new AbortController()
    void follow(following.signal)
  } else if (!isNeeded && following) {
    following.abort()
    following = undefined
    isFollowed.set(false)
  }
}

/** Until its answer is called. */
function followToo() {
  if (users === 0) document.addEventListener('visibilitychange', update)
  users++
  update()
  return () =>
    void setTimeout(() => {
      users--
      if (users === 0) document.removeEventListener('visibilitychange', update)
      update()
    }, LINGER_MS)
}

type Interval = number | false | undefined

/**
 * Keeps queries up to date by what the site tells: `useQuery(live(overviewQuery))`, whose `meta` names topics. Their
 * `refetchInterval` counts only while nobody tells, and for what failed to load.
 */
export function useLive() {
  useEffect(followToo, [])
  const isTold = isFollowed.use()
  return <Options extends object>(options: Options & { refetchInterval?: unknown }): Options => {
    const given = options.refetchInterval as Interval | ((query: Query) => Interval)
    const refetchInterval = (query: Query) => {
      if (isTold && query.state.status !== 'error') return false
      return typeof given === 'function' ? given(query) : given
    }
    return { ...options, refetchInterval }
  }
}
