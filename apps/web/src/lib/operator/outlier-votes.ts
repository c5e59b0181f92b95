import type { Outlier, SomeVotes } from '@hotvote/shared/integrity'

/** The votes of a row: those of the days that are looked at, or of all time. */
export const votesOfOutlier = (row: Outlier, days: SomeVotes['days']): SomeVotes => {
  if (row.userId !== null) return { kind: 'voter', userId: row.userId, days }
  if (row.mediaId === null) return { kind: 'network', network: row.network ?? '', days }
  const isNew = row.reason === 'item_new_voters'
  return {
    kind: 'item',
    mediaId: row.mediaId,
    ...(isNew && { isNew }),
    ...(row.network !== null && { network: row.network }),
    days,
  }
}

/** What is asked before votes are set aside says so. */
export const SET_ASIDE_STAYS =
  'They stay, and count in no total any more. Whoever cast them notices nothing. You can count them again at any time.'
