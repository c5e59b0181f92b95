import { store } from '../browser/store.ts'

/** Number of votes cast since page load (`visitor.md §4`). */
const votes = store(0)

export const useVoteCount = votes.use
export const countVote = (by: 1 | -1) => votes.set(votes.get() + by)
