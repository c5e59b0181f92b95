import { store } from '../browser/store.ts'
import { useSession } from './session.ts'

/** The items voted on in this visit, and by whom: none with the page, and with another visitor (`visitor.md §4`). */
const counted = store<{ userId: number; items: number[] }>({ userId: 0, items: [] })

/** A vote was counted by the server, or is no longer. */
export function noteVote(userId: number, mediaId: number, isThere: boolean) {
  const before = counted.get()
  const others = before.userId === userId ? before.items.filter((id) => id !== mediaId) : []
  counted.set({ userId, items: isThere ? [...others, mediaId] : others })
}

/** How many votes of the visitor count that were cast since the page was loaded. */
export function useVoteCount() {
  const { data: user } = useSession()
  const { userId, items } = counted.use()
  return userId === user?.id ? items.length : 0
}
