import type { FirstItem, RatingItem } from '@hotvote/shared/visitor/rating'
import { isLoggedOut, storedSession } from '../../lib/session/stored-session.ts'

const written = document.getElementById('first-item')?.textContent
const [navigation] = performance.getEntriesByType('navigation')
const isFromHistory = navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward'

/** Drops an item that was chosen before a vote on it, or without knowing the visitor of this browser. */
function readFirstItem(): FirstItem | undefined {
  const first: FirstItem | undefined = written && !isFromHistory ? JSON.parse(written) : undefined
  return first?.userId === null && (storedSession() || isLoggedOut()) ? undefined : first
}

const first = readFirstItem()

/** The item that the page came with (docs/decisions/011). */
export const firstItem = () => first?.item

/** It is painted before the page's scripts run: it does not fade in a second time. */
export const isFirstItem = (item: RatingItem) => item === first?.item

/** The page was made for another visitor than the one who turned out to be here. */
export const isForAnother = (item: RatingItem, userId: number | undefined) =>
  isFirstItem(item) && userId !== undefined && first?.userId !== null && first?.userId !== userId
