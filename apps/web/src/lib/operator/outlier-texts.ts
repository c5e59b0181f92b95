import { count, counted } from '@hotvote/shared/counted'
import type { Outlier, OutlierReason } from '@hotvote/shared/integrity'
import { NETWORK_LABEL_LENGTH } from '@hotvote/shared/limits'

/** The reasons in a word or two. */
export const REASONS: Record<OutlierReason, string> = {
  burst: 'Burst',
  fast: 'Too fast to look',
  one_side: 'Always the same side',
  network: 'One network',
  item_new_voters: 'Item: new voters',
  item_network: 'Item: one network',
  item_rate: 'Item: far above its rate',
}

const percent = (share: number) => `${Math.round(100 * share)}%`

const MEASURES: Record<OutlierReason, (measure: number) => string> = {
  burst: (votes) => `${counted(votes, 'vote')} within one minute`,
  fast: (ms) => `${(ms / 1000).toFixed(2)} s from one vote to the next (median)`,
  one_side: (share) => `${percent(share)} of the votes are the same`,
  network: (voters) => `${count(voters)} voters behind one network`,
  item_new_voters: (share) => `${percent(share)} of its votes come from new voters`,
  item_network: (share) => `${percent(share)} of its votes come from one network`,
  item_rate: (times) => `${count(Math.round(times))} times its usual votes a day`,
}

/** Why a row is in the list, in words and numbers. */
export const measureOf = ({ reason, measure }: Outlier) => MEASURES[reason](measure)

/** A network has no name: the first characters of its hash tell it from others. */
export const networkName = (network: string | null) => `Network ${(network ?? '').slice(0, NETWORK_LABEL_LENGTH)}`

/** Who or what it is about, as a sentence can begin with it. */
export const subjectOf = ({ userId, username, mediaId, mediaName, network }: Outlier) => {
  if (userId !== null) return username ?? `User #${userId}`
  if (mediaId !== null) return mediaName ?? `Item #${mediaId}`
  return networkName(network)
}
