import { count, counted } from '@hotvote/shared/counted'
import type { RatingItem } from '@hotvote/shared/rating'
import { mediaName } from './media-kind.ts'
import type { LastVote } from './rating-state.ts'

/** The alternative text of an item until its uploader writes one. */
export const altOf = (item: RatingItem, position: number) =>
  `${mediaName(item.mimeType)} ${count(position)} of many, uploaded by ${item.uploadedBy}`

/** Read out after a vote: "You voted Hot. 72% hot, 28% not, 1,284 votes.", the total as `displayed` gives it. */
export function resultOf({ isHot, isCounted, after }: LastVote, displayed: (votes: number) => number) {
  if (!isCounted) return ''
  const voted = `You voted ${isHot ? 'Hot' : 'Not'}.`
  if (!after) return voted
  return `${voted} ${after.hotPercentage}% hot, ${after.notPercentage}% not, ${counted(displayed(after.totalVotes), 'vote')}.`
}
