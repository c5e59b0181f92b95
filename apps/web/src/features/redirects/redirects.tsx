import type { RouteOf, Sent } from '@hotvote/shared/contract'
import type { idleRedirectConfig, recordEvent } from '@hotvote/shared/visitor/traffic'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ADS_CACHE_MS, cachedFor } from '../../lib/api/cached-for.ts'
import { isReachable } from '../../lib/api/reachability.ts'
import { claimBack } from '../../lib/browser/screen-history.ts'
import { webAddress } from '../../lib/browser/web-address.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'
import { isWorkUnderWay } from '../../lib/session/work-under-way.ts'
import { watchIdle, watchSwipeBack } from './triggers.ts'

/** Query for the redirect settings, never refetched automatically (`visitor.md §7`). */
const redirectsQuery = queryOptions({
  queryKey: ['idle-redirect-config'],
  queryFn: () => callAsVisitor<typeof idleRedirectConfig>('GET /api/idle-redirect-config'),
  ...cachedFor(ADS_CACHE_MS),
  meta: { isQuiet: true },
})

type Event = Sent<typeof recordEvent, 'body'>
const ROUTE: RouteOf<typeof recordEvent> = 'POST /api/events'

/** Reports a redirect with a beacon, which is sent even after the navigation. */
function report(event: Event) {
  navigator.sendBeacon(ROUTE.slice('POST '.length), new Blob([JSON.stringify(event)], { type: 'application/json' }))
}

let isLeaving = false
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) isLeaving = false
})

/** Opens `url` and records the redirect (`visitor.md §4`). A swipe may also go back, which counts once. */
function leaveFor(url: string, kind: Event['kind']) {
  if (!isLeaving) report({ kind })
  isLeaving = true
  // `replace` makes Back skip this page afterwards.
  if (kind === 'back') location.replace(url)
  else location.assign(url)
}

const GUARD = 'hotvote-back'

const isGuard = (state: unknown) => typeof state === 'object' && state !== null && GUARD in state

/** Adds a history entry and calls `onBack` when the visitor goes back (`visitor.md §4`); returns a stop function. */
function watchBack(onBack: () => void) {
  const release = claimBack()
  const guarded = () => ({ ...history.state, [GUARD]: true })
  // Add an entry only if there is none yet, because entries survive a reload.
  if (!isGuard(history.state)) history.pushState(guarded(), '')
  const onPopState = ({ state }: PopStateEvent) => {
    // Following a link to an anchor (#main) also fires `popstate`.
    if (state === null && location.hash) history.replaceState(guarded(), '')
    else onBack()
  }
  addEventListener('popstate', onPopState)
  return () => {
    removeEventListener('popstate', onPopState)
    release()
  }
}

/** Redirects an idle visitor. Returns false if leaving would lose work or the server is unreachable. */
function leaveWhenIdle(url: string) {
  if (isWorkUnderWay() || !isReachable()) return false
  leaveFor(url, 'idle')
  return true
}

/** Redirects visitors who are idle or go back (`visitor.md §4`). */
export function Redirects() {
  const { data } = useQuery(redirectsQuery)
  const seconds = data?.idleRedirectTime ?? 0
  const idleUrl = data?.enabled ? webAddress(data.idleRedirectUrl) : undefined
  const backUrl = webAddress(data?.backButtonUrl)
  useEffect(() => {
    if (idleUrl) return watchIdle(seconds, () => leaveWhenIdle(idleUrl))
  }, [idleUrl, seconds])
  useEffect(() => {
    if (backUrl) return watchBack(() => leaveFor(backUrl, 'back'))
  }, [backUrl])
  useEffect(() => {
    if (backUrl) return watchSwipeBack(() => leaveFor(backUrl, 'swipe'))
  }, [backUrl])
  return null
}
