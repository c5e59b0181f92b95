import { store } from '../browser/store.ts'
import { useSession } from './session.ts'

/** The items that each visitor voted on since the page was loaded: another visitor begins with none (`visitor.md §4`). */
const counted = store<ReadonlyMap<number, number[]>>(new Map())

/** A vote was counted by the server, or is no longer. */
export function noteVote(userId: number, mediaId: number, isThere: boolean) {
  const before = counted.get()
  const others = (before.get(userId) ?? []).filter((id) => id !== mediaId)
  counted.set(new Map(before).set(userId, isThere ? [...others, mediaId] : others))
}

/** How many votes of the visitor count that were cast since the page was loaded. */
export function useVoteCount() {
  const { data: user } = useSession()
  const items = counted.use().get(user?.id ?? 0)
  return items?.length ?? 0
}
