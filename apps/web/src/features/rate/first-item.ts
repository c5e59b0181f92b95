import type { FirstItem, RatingItem } from '@hotvote/shared/visitor/rating'
import { isLoggedOut, storedSession } from '../../lib/session/stored-session.ts'

const written = document.getElementById('first-item')?.textContent
const [navigation] = performance.getEntriesByType('navigation')
const isFromHistory = navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward'

/** Undefined if the page is restored from history, or was rendered without the visitor's session. */
function readFirstItem(): FirstItem | undefined {
  const first: FirstItem | undefined = written && !isFromHistory ? JSON.parse(written) : undefined
  return first?.userId === null && (storedSession() || isLoggedOut()) ? undefined : first
}

const first = readFirstItem()

/** The server-rendered first item (docs/decisions/011). */
export const firstItem = () => first?.item

/** The first item is painted before scripts run, so it must not fade in again. */
export const isFirstItem = (item: RatingItem) => item === first?.item

/** True if the server rendered the item for another visitor. */
export const isForAnotherVisitor = (item: RatingItem, userId: number | undefined) =>
  isFirstItem(item) && userId !== undefined && first?.userId !== null && first?.userId !== userId
