import { initialRating, type RatingState } from './rating-state.ts'

/** Where the rating loop was when the Rate screen was left, and whose it was. */
let left: { userId: number; state: RatingState } | undefined

export const rememberRating = (userId: number, state: RatingState) => {
  left = { userId, state }
}

/** What the Rate screen begins with: the photo that was on the stage, for the same visitor. */
export const ratingOf = (userId: number | undefined): RatingState =>
  left && left.userId === userId
    ? { ...left.state, sight: 'none', failures: 0, leaving: [], unconfirmed: [], lastVote: null }
    : initialRating
