import { count, counted } from '@hotvote/shared/counted'
import type { RatingItem, Tally } from '@hotvote/shared/visitor/rating'
import type { LastVote } from './rating-state.ts'

export type MediaKind = 'image' | 'video' | 'unknown'

export const mediaKind = (mimeType: string): MediaKind =>
  mimeType.startsWith('image/') ? 'image' : mimeType.startsWith('video/') ? 'video' : 'unknown'

/** The word for it on the rate screen. */
export const mediaName = (mimeType: string) => (mediaKind(mimeType) === 'video' ? 'Video' : 'Photo')

/** `visitor.md §9` */
const FALLBACK_RATIO = 16 / 9

/** Width by height, or the fallback if the server does not know them. */
export const aspectRatio = ({ width, height }: { width: number; height: number }) =>
  width > 0 && height > 0 ? width / height : FALLBACK_RATIO

const nameItem = (item: RatingItem, position: number) => `${mediaName(item.mimeType)} ${count(position)}`

/** The alternative text of an item. */
export const describeItem = (item: RatingItem, position: number) =>
  `${nameItem(item, position)} of many, uploaded by ${item.uploadedBy}`

/** Announced after an undo; the position makes two undos in a row sound different. */
export const announceUndo = (item: RatingItem, position: number) =>
  `Your vote on ${nameItem(item, position)} is taken back.`

/** Announced after a vote: "You voted Hot. 72% hot, 28% not, 1,284 votes.", the total as `displayed` gives it. */
export function announceVote({ isHot, isCounted, after }: LastVote, displayed: (votes: number) => number) {
  if (!isCounted) return ''
  const voted = `You voted ${isHot ? 'Hot' : 'Not'}.`
  if (!after) return voted
  return `${voted} ${after.hotPercentage}% hot, ${after.notPercentage}% not, ${counted(displayed(after.totalVotes), 'vote')}.`
}

/** Shown beside "You voted Hot": whether most others think so, too. */
export function compareVote(isHot: boolean, { totalVotes, hotPercentage, notPercentage }: Tally) {
  if (totalVotes === 1) return 'as the first'
  const [same, others] = isHot ? [hotPercentage, notPercentage] : [notPercentage, hotPercentage]
  return same >= others ? `with ${same}%` : `against ${others}%`
}
