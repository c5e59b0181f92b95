import type { Outlier, SomeVoters } from '@hotvote/shared/integrity'
import { networkName, subjectOf } from './outlier-texts.ts'

type Days = Extract<SomeVoters, { kind: 'item' }>['days']

/** The voters behind a row of the last `days` days. */
export const selectVoters = (row: Outlier, days: Days): SomeVoters => {
  const { userId, mediaId, network, reason } = row
  if (userId !== null) return { kind: 'voter', userId }
  if (mediaId === null) return { kind: 'network', network: network ?? '' }
  const isNew = reason === 'item_new_voters'
  return { kind: 'item', mediaId, days, ...(isNew && { isNew }), ...(network !== null && { network }) }
}

const describeVoters = (row: Outlier, days: Days) => {
  const { userId, mediaId, network, reason } = row
  if (userId !== null) return subjectOf(row)
  if (mediaId === null) return `every voter from ${networkName(network)}`
  const period = days === 1 ? 'the last day' : `the last ${days} days`
  const kind =
    reason === 'item_new_voters' ? 'new voters' : network === null ? 'voters' : `voters from ${networkName(network)}`
  return `the ${kind} on ${subjectOf(row)} of ${period}`
}

const SET_ASIDE_STAYS =
  'They are kept but not counted, and later ones are not counted either. Voters see no difference. You can count them again at any time.'

/** The question before voters are set aside. */
export const askToSetAside = (row: Outlier, days: Days) => ({
  title: 'Set votes aside?',
  text: `All votes of ${describeVoters(row, days)}, on every item. ${SET_ASIDE_STAYS}`,
  action: 'Set aside',
})

/** The same question about synthetic voters. */
export const ASK_TO_SET_SYNTHETIC_ASIDE = {
  title: 'Set synthetic votes aside?',
  text: `All votes that vote population made. ${SET_ASIDE_STAYS}`,
  action: 'Set aside',
}
