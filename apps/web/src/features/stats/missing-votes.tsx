import { votesMissing } from '@hotvote/shared/certainty'
import { counted } from '@hotvote/shared/counted'
import type { Tally } from '@hotvote/shared/visitor/rating'

/** Computes the number of Hot votes from the percentage, which is exact for small numbers of votes. */
const countHot = ({ totalVotes, hotPercentage }: Tally) => Math.round((totalVotes * hotPercentage) / 100)

/** Text for the number of missing votes, which are real votes before any multiplier. */
const countMissingVotes = (tally: Tally) => votesMissing(countHot(tally), tally.totalVotes - countHot(tally))

/** True if there are too few votes for a meaningful percentage (docs/decisions/014). */
export const isEarly = (tally: Tally) => tally.totalVotes > 0 && countMissingVotes(tally) > 0

export const MissingVotes = ({ tally }: { tally: Tally }) =>
  isEarly(tally) && (
    <p className="mt-2 text-sm text-mute">
      Early result: {counted(countMissingVotes(tally), 'more vote')} for a reliable score.
    </p>
  )
