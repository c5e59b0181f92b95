import { count, counted } from '@hotvote/shared/counted'
import { NETWORK_LABEL_LENGTH, TRASH_DAYS } from '@hotvote/shared/limits'
import type { LibraryItem, RemovalCounts } from '@hotvote/shared/operator/media-library'
import type { LookAlike } from '@hotvote/shared/operator/review-queue'
import type { ReviewedTakedown } from '@hotvote/shared/operator/takedown-review'
import type { Screening, WaitingUpload } from '@hotvote/shared/operator/upload-review'
import type { Outlier, OutlierReason, SomeVoters } from '@hotvote/shared/operator/vote-review'
import type { ReportReason } from '@hotvote/shared/visitor/reports'

type Days = Extract<SomeVoters, { kind: 'item' }>['days']

export const selectVoters = (row: Outlier, days: Days): SomeVoters => {
  const { userId, mediaId, network, reason } = row
  if (userId !== null) return { kind: 'voter', userId }
  if (mediaId === null) return { kind: 'network', network: network ?? '' }
  const isNew = reason === 'item_new_voters'
  return { kind: 'item', mediaId, days, ...(isNew && { isNew }), ...(network !== null && { network }) }
}

const describeVoters = (row: Outlier, days: Days) => {
  const { userId, mediaId, network, reason } = row
  if (userId !== null) return describeSubject(row)
  if (mediaId === null) return `every voter from ${networkName(network)}`
  const period = days === 1 ? 'the last day' : `the last ${days} days`
  const kind =
    reason === 'item_new_voters' ? 'new voters' : network === null ? 'voters' : `voters from ${networkName(network)}`
  return `the ${kind} on ${describeSubject(row)} of ${period}`
}

const SET_ASIDE_STAYS =
  'They are kept but not counted, and later ones are not counted either. Voters see no difference. You can count them again at any time.'

export const askToSetAside = (row: Outlier, days: Days) => ({
  title: 'Set votes aside?',
  text: `All votes of ${describeVoters(row, days)}, on every item. ${SET_ASIDE_STAYS}`,
  action: 'Set aside',
})

export const ASK_TO_SET_SYNTHETIC_ASIDE = {
  title: 'Set synthetic votes aside?',
  text: `All votes that vote population made. ${SET_ASIDE_STAYS}`,
  action: 'Set aside',
}

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

export const formatMeasure = ({ reason, measure }: Outlier) => MEASURES[reason](measure)

/** Names a network by the start of its hash, because networks have no name. */
export const networkName = (network: string | null) => `Network ${(network ?? '').slice(0, NETWORK_LABEL_LENGTH)}`

/** Names the user, item or network. The name is capitalized, because it can start a sentence. */
export const describeSubject = ({ userId, username, mediaId, mediaName, network }: Outlier) => {
  if (userId !== null) return username ?? `User #${userId}`
  if (mediaId !== null) return mediaName ?? `Item #${mediaId}`
  return networkName(network)
}

export const describeUploads = ({ approved, declined, removed }: WaitingUpload['uploader']) =>
  [`${count(approved)} live`, declined && `${count(declined)} declined`, removed && `${count(removed)} removed`]
    .filter(Boolean)
    .join(', ')

export const reportReasons: Record<ReportReason, string> = {
  illegal: 'Minor or illegal',
  not_theirs: "Someone else's photo",
  harassment: 'Harassment or hate',
  spam: 'Spam or advertising',
  other: 'Something else',
}

/** Checkbox in every removal dialog. */
export const NEVER_AGAIN = {
  label: 'And never again: refuse copies, and hold look-alikes for review',
  isChosen: false,
}

/** Builds the dialog text for removing several items. Items with upheld takedowns skip the trash. */
export const describeRemovals = (all: string, { toTrash, forGood }: RemovalCounts, what: string) => {
  const days = `for ${TRASH_DAYS} days`
  if (forGood === 0) return `${all} go to the trash, with their ${what}. You can restore them ${days}.`
  if (toTrash === 0)
    return `${all} will be deleted for good, with their ${what}, because takedowns about them were upheld. This cannot be undone.`
  const restorable =
    toTrash === 1 ? 'goes to the trash, where you can restore it' : 'go to the trash, where you can restore them'
  return `${counted(toTrash, 'item')} ${restorable} ${days}. ${counted(forGood, 'item')} will be deleted for good, because of upheld takedowns. Their ${what} go with them.`
}

export const describeRemoval = (item: Pick<LibraryItem, 'isForGood'>, name: string, what: string) =>
  item.isForGood
    ? `${name} will be deleted for good, with its ${what}, because a takedown about it was upheld. This cannot be undone.`
    : `${name} goes to the trash, with its ${what}. You can restore it for ${TRASH_DAYS} days.`

export const lookAlikeRemoval = ({ media, isUpheld, cause }: Pick<LookAlike, 'media' | 'isUpheld' | 'cause'>) => ({
  title: `Remove media #${media.id}?`,
  text: `${media.originalName} of ${media.username} will be deleted for good${isUpheld ? `, ${cause === 'takedown' ? 'counts as taken down, ' : ''}and is refused from now on.` : `. It may be uploaded again: what it looks like is ${cause === 'takedown' ? 'not taken down any more' : 'allowed again'}.`}`,
  action: 'Remove',
})

const mailed = (takedownId: number, mailText: string | undefined) =>
  `Request #${takedownId} will be resolved, and the complainant emailed${mailText === undefined ? '.' : `: “${mailText}”`}`

/** `count` items are removed and `kept` items stay. Pass `mailText` if the screen does not show the mail. */
type Removal = {
  takedown: Pick<ReviewedTakedown, 'id'> & { isInTrash: boolean }
  first: LibraryItem
  count: number
  kept: number
  mailText?: string
}

export const takedownRemoval = ({ takedown: { id, isInTrash }, first, count, kept, mailText }: Removal) => {
  const { originalName, username, totalVotes, totalViews } = first
  const [title, going] =
    count === 1
      ? [`media #${first.id}`, `, its ${counted(totalVotes, 'vote')} and ${counted(totalViews, 'view')}`]
      : [counted(count, 'item'), ` and ${counted(count - 1, 'more item')}, with all their votes and views,`]
  const staying = kept > 0 ? ` ${counted(kept, 'item')} ${kept === 1 ? 'stays' : 'stay'} in place.` : ''
  const trashed = isInTrash ? ' Items of this request that are in the trash are deleted for good, too.' : ''
  return {
    title: `Remove ${title} and resolve?`,
    text: `${originalName} of ${username}${going} will be deleted for good.${trashed}${staying} ${mailed(id, mailText)}`,
    action: 'Remove and resolve',
  }
}

/** Confirmation question for resolving a request that has items in the trash. */
export const trashedRemoval = (
  { id, linkedItems }: Pick<ReviewedTakedown, 'id' | 'linkedItems'>,
  item: NonNullable<ReviewedTakedown['removedItem']>,
  mailText?: string,
) => {
  const isOne = linkedItems.removed.length === 1
  return {
    title: `Resolve, and delete ${isOne ? `media #${item.id}` : 'trashed items'} for good?`,
    text: `${isOne ? `${item.originalName} of ${item.username} is in the trash. It and its ${counted(item.votes, 'vote')}` : 'Items of this request that are in the trash, with all their votes,'} will be deleted for good. ${mailed(id, mailText)}`,
    action: 'Resolve and delete',
  }
}

/** Formats the score and labels of the screening service, such as "0.93: porn, sexy". */
export const describeScreening = (screening: Screening | null) =>
  screening && [screening.score.toFixed(2), screening.labels.join(', ')].filter(Boolean).join(': ')

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Accepts a JSON array, one URL, or one URL per line (`admin.md §3`). */
export const parseInfringingUrls = (field: string): string[] => {
  const given = parseJson(field)
  const lines = Array.isArray(given) ? given.map(String) : (typeof given === 'string' ? given : field).split(/\r?\n|\r/)
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
