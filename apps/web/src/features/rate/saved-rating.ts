import { initialRating, type RatingState } from './rating-state.ts'

/** The state of the rating loop when the Rate screen was left, and its visitor. */
let saved: { userId: number; state: RatingState } | undefined

export const saveRating = (userId: number, state: RatingState) => {
  saved = { userId, state }
}

/** What the Rate screen begins with: for the same visitor, the photo that was on the stage. */
export const restoredRating = (userId: number | undefined): RatingState =>
  saved && saved.userId === userId
    ? { ...saved.state, sight: 'none', failures: 0, leaving: [], unconfirmed: [], lastVote: null }
    : initialRating
