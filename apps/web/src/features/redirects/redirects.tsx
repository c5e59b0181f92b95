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

/**
 * False where an upload or a form that is begun would be lost, or where neither network nor server is there: the browser might show an error there, and the page
 * still has votes to send.
 */
function leaveIdly(url: string) {
  if (isWorkUnderWay() || !isReachable()) return false
  leaveFor(url, 'idle')
  return true
}

/** Leads away visitors who do nothing or go back, when the operator wants it (`visitor.md §4`). Draws nothing. */
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
