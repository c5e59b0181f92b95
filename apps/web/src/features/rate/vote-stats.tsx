import { count } from '@hotvote/shared/counted'
import type { Tally } from '@hotvote/shared/rating'
import { useDisplayedVotes } from '../../lib/visitor/vote-multiplier.ts'
import { SplitBar } from '../../ui/data/split-bar.tsx'

type Props = { tally: Tally | undefined }
/** Who may not vote on the item, or has, is not asked for the first vote. */
type StatsProps = Props & { asksForFirst: boolean }

/** Total votes, hot and not percent, and a bar (`visitor.md §2`); an item without votes asks for the first one. */
export const VoteStats = ({ tally, asksForFirst }: StatsProps) => (
  <section aria-label="Votes so far" className="rate-stats">
    {asksForFirst && tally?.totalVotes === 0 ? (
      <p className="text-center text-mute">Be the first to vote</p>
    ) : (
      <Numbers tally={tally} />
    )}
    <SplitBar tally={tally} className="mt-1 h-(--stats-bar) max-md:mt-0.5" />
  </section>
)

/** Stands where the numbers will be. */
const blank: Tally = { totalVotes: 0, hotPercentage: 0, notPercentage: 0 }

function Numbers({ tally }: Props) {
  const { totalVotes, hotPercentage, notPercentage } = tally ?? blank
  const votes = useDisplayedVotes()(totalVotes)
  return (
    <div className={`grid grid-cols-[1fr_auto_1fr] items-baseline text-mute ${tally ? '' : 'invisible'}`}>
      <p>
        <b className="text-text">{hotPercentage}%</b> hot
      </p>
      <p>
        <b className="text-text">{count(votes)}</b> {votes === 1 ? 'vote' : 'votes'}
      </p>
      <p className="text-right">
        <b className="text-text">{notPercentage}%</b> not
      </p>
    </div>
  )
}
