import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isReachable } from '../../lib/api/reachability.ts'
import { webAddress } from '../../lib/browser/web-address.ts'
import { isWorkUnderWay } from '../../lib/session/work-under-way.ts'
import { watchBack } from './back-button.ts'
import { watchIdle } from './idle-timer.ts'
import { leaveFor } from './leave.ts'
import { redirectsQuery } from './redirects.api.ts'
import { watchSwipeBack } from './swipe-back.ts'

/** Returns false if work would be lost or the network is down. */
function leaveIdly(url: string) {
  if (isWorkUnderWay() || !isReachable()) return false
  leaveFor(url, 'idle')
  return true
}

/** Redirects idle visitors and those who go back (`visitor.md §4`). */
export function Redirects() {
  const { data } = useQuery(redirectsQuery)
  const seconds = data?.idleRedirectTime ?? 0
  const idleUrl = data?.enabled ? webAddress(data.idleRedirectUrl) : undefined
  const backUrl = webAddress(data?.backButtonUrl)
  useEffect(() => {
    if (idleUrl) return watchIdle(seconds, () => leaveIdly(idleUrl))
  }, [idleUrl, seconds])
  useEffect(() => {
    if (backUrl) return watchBack((stayed) => leaveFor(backUrl, 'back', stayed))
  }, [backUrl])
  useEffect(() => {
    if (backUrl) return watchSwipeBack(() => leaveFor(backUrl, 'swipe'))
  }, [backUrl])
  return null
}
