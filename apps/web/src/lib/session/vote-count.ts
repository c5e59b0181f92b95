import { store } from '../browser/store.ts'
import { useSession } from './session.ts'

/** Ids of the items voted on since page load, keyed by visitor id (`visitor.md §4`). */
const counted = store<ReadonlyMap<number, number[]>>(new Map())

export function noteVote(userId: number, mediaId: number, isThere: boolean) {
  const before = counted.get()
  const others = (before.get(userId) ?? []).filter((id) => id !== mediaId)
  counted.set(new Map(before).set(userId, isThere ? [...others, mediaId] : others))
}

/** Returns the number of votes that the visitor has cast since page load. */
export function useVoteCount() {
  const { data: user } = useSession()
  const items = counted.use().get(user?.id ?? 0)
  return items?.length ?? 0
}
