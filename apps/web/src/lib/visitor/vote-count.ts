import { store } from '../browser/store.ts'
import { useSession } from './session.ts'

/** The votes of this visit and whose they are: it starts at 0 with the page, and with another visitor (`visitor.md §4`). */
const counted = store({ userId: 0, votes: 0 })

/** A vote was counted by the server. */
export function noteVote(userId: number) {
  const { userId: before, votes } = counted.get()
  counted.set({ userId, votes: before === userId ? votes + 1 : 1 })
}

/** How many votes the visitor has cast since the page was loaded. */
export function useVoteCount() {
  const { data: user } = useSession()
  const { userId, votes } = counted.use()
  return userId === user?.id ? votes : 0
}
