import { count, counted } from '@hotvote/shared/counted'
import type { RatingItem, Tally } from '@hotvote/shared/visitor/rating'
import type { LastVote } from './rating-state.ts'

export type MediaKind = 'image' | 'video' | 'unknown'

export const mediaKind = (mimeType: string): MediaKind =>
  mimeType.startsWith('image/') ? 'image' : mimeType.startsWith('video/') ? 'video' : 'unknown'

export const mediaName = (mimeType: string) => (mediaKind(mimeType) === 'video' ? 'Video' : 'Photo')

/** See `visitor.md §9`. */
const FALLBACK_RATIO = 16 / 9

/** Returns the fallback ratio if the server does not know the size. */
export const aspectRatio = ({ width, height }: { width: number; height: number }) =>
  width > 0 && height > 0 ? width / height : FALLBACK_RATIO

const nameItem = (item: RatingItem, position: number) => `${mediaName(item.mimeType)} ${count(position)}`

export const describeItem = (item: RatingItem, position: number) =>
  `${nameItem(item, position)}, uploaded by ${item.uploadedBy}`

/** Includes the position, because screen readers may skip repeated text. */
export const announceUndo = (item: RatingItem, position: number) =>
  `Vote on ${nameItem(item, position).toLowerCase()} undone.`

export function announceVote({ isHot, isCounted, after }: LastVote, displayed: (votes: number) => number) {
  if (!isCounted) return ''
  const voted = `You voted ${isHot ? 'Hot' : 'Not'}.`
  if (!after) return voted
  return `${voted} ${after.hotPercentage}% hot, ${after.notPercentage}% not, ${counted(displayed(after.totalVotes), 'vote')}.`
}

export function compareVote(isHot: boolean, { totalVotes, hotPercentage, notPercentage }: Tally) {
  if (totalVotes === 1) return "You're the first"
  const [same, others] = isHot ? [hotPercentage, notPercentage] : [notPercentage, hotPercentage]
  return same >= others ? `${same}% agree` : `${others}% disagree`
}
