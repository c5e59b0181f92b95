import { likelyShare, votesMissing } from '@hotvote/shared/certainty'
import { counted } from '@hotvote/shared/counted'
import type { Tally } from '@hotvote/shared/visitor/rating'

/** From the percentage, which is exact where so few voted that it matters. */
const countHot = ({ totalVotes, hotPercentage }: Tally) => Math.round((totalVotes * hotPercentage) / 100)

export const countMissingVotes = (tally: Tally) => votesMissing(countHot(tally), tally.totalVotes - countHot(tally))

const percent = (share: number) => `${Math.round(100 * share)}%`

/** `Needs 12 more votes`: real ones, which a multiplier does not make more. */
export const needs = (missing: number) => `Needs ${counted(missing, 'more vote')}`

/** In the details: how little the percentage says so far, and how many votes change that. Nothing where it says enough. */
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
