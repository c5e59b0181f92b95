import { likelyShare, votesMissing } from '@hotvote/shared/certainty'
import { counted } from '@hotvote/shared/counted'
import type { Tally } from '@hotvote/shared/visitor/rating'

/** Derived from the percentage, which is exact for small numbers of votes. */
const countHot = ({ totalVotes, hotPercentage }: Tally) => Math.round((totalVotes * hotPercentage) / 100)

export const countMissingVotes = (tally: Tally) => votesMissing(countHot(tally), tally.totalVotes - countHot(tally))

const percent = (share: number) => `${Math.round(100 * share)}%`

/** Counts real votes, before any multiplier. */
export const needs = (missing: number) => `Needs ${counted(missing, 'more vote')}`

export function MissingVotes({ tally }: { tally: Tally }) {
  const missing = countMissingVotes(tally)
  if (missing === 0) return null
  const { low, high } = likelyShare(countHot(tally), tally.totalVotes)
  return (
    <p className="mt-2 text-sm text-mute">
      <span className="font-semibold text-text">{needs(missing)}</span> until its percentage is right to within 20
      points.
      {tally.totalVotes > 0 && ` So far it may be anything from ${percent(low)} to ${percent(high)}.`}
    </p>
  )
}
