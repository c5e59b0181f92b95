import type { FirstItem, RatingItem } from '@hotvote/shared/visitor/rating'
import { isLoggedOut, storedSession } from '../../lib/session/stored-session.ts'

const written = document.getElementById('first-item')?.textContent
const [navigation] = performance.getEntriesByType('navigation')
const isFromHistory = navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward'

/** Returns undefined if the page was restored from history or rendered without the visitor's session. */
function readFirstItem(): FirstItem | undefined {
  const first: FirstItem | undefined = written && !isFromHistory ? JSON.parse(written) : undefined
  return first?.userId === null && (storedSession() || isLoggedOut()) ? undefined : first
}

const first = readFirstItem()

/** Returns the first item that the server rendered into the page (docs/decisions/011). */
export const firstItem = () => first?.item

/** True for the server-rendered item, which must not fade in because it is painted before scripts run. */
export const isFirstItem = (item: RatingItem) => item === first?.item

/** True if the server rendered the item for another visitor. */
export const isForAnotherVisitor = (item: RatingItem, userId: number | undefined) =>
  isFirstItem(item) && userId !== undefined && first?.userId !== null && first?.userId !== userId
