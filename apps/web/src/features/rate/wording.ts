import { count, counted } from '@hotvote/shared/counted'
import type { RatingItem, Tally } from '@hotvote/shared/rating'
import { mediaName } from './media-kind.ts'
import type { LastVote } from './rating-state.ts'

const nameOf = (item: RatingItem, position: number) => `${mediaName(item.mimeType)} ${count(position)}`

/** The alternative text of an item until its uploader writes one. */
export const altOf = (item: RatingItem, position: number) =>
  `${nameOf(item, position)} of many, uploaded by ${item.uploadedBy}`

/** Read out after an undo: which one, so that the next undo says something else. */
export const undoneOf = (item: RatingItem, position: number) => `Your vote on ${nameOf(item, position)} is taken back.`

/** Read out after a vote: "You voted Hot. 72% hot, 28% not, 1,284 votes.", the total as `displayed` gives it. */
export function resultOf({ isHot, isCounted, after, isOld }: LastVote, displayed: (votes: number) => number) {
  if (isOld || !isCounted) return ''
  const voted = `You voted ${isHot ? 'Hot' : 'Not'}.`
  if (!after) return voted
  return `${voted} ${after.hotPercentage}% hot, ${after.notPercentage}% not, ${counted(displayed(after.totalVotes), 'vote')}.`
}

/** Beside "You voted Hot": whether most others think so, too. */
export function sideOf(isHot: boolean, { totalVotes, hotPercentage, notPercentage }: Tally) {
  if (totalVotes === 1) return 'as the first'
  const [same, others] = isHot ? [hotPercentage, notPercentage] : [notPercentage, hotPercentage]
  return same >= others ? `with ${same}%` : `against ${others}%`
}
