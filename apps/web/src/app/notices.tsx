import { useEffect } from 'react'
import { watchDeletion } from '../lib/visitor/deleted-account.ts'
import { OfflineBanner } from './offline-banner.tsx'

/** What is told on every screen by itself: that there is no network, and that another tab deleted the account. */
export function Notices() {
  useEffect(watchDeletion, [])
  return <OfflineBanner />
}
