import { count, counted } from '@hotvote/shared/counted'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { MediaStats } from '@hotvote/shared/visitor/stats'
import { Sparkles } from 'lucide-react'
import { useDisplayedVotes } from '../../lib/session/vote-multiplier.ts'
import { ShareButton } from '../../ui/forms/share-button.tsx'
import { Thumbnail } from '../../ui/media/thumbnail.tsx'
import { countMissingVotes, needs } from './missing-votes.tsx'
import { sinceText } from './since-text.ts'
import type { News } from './stats.api.ts'
import { allVotesPerDayQuery } from './stats.api.ts'
import { VotesPlot } from './votes-plot.tsx'

type Props = { userId: number; news: News | undefined; uploads: number; onOpen: (item: MediaStats) => void }

/** Statistics above the cards (docs/decisions/014). */
export function StatsStory({ userId, news, uploads, onOpen }: Props) {
  const displayed = useDisplayedVotes()
  return (
    <section
      aria-label="Activity"
      className="grid gap-5 rounded-card border border-line bg-panel p-4 shadow-soft sm:p-5 lg:grid-cols-[1fr_1.4fr] lg:gap-8"
    >
      <div className="flex min-w-0 flex-col justify-between gap-5">
        <NewVotes news={news} />
        {/* With one upload, a best item would say nothing. */}
        {news?.best && uploads > 1 && <Best item={news.best} onOpen={onOpen} />}
      </div>
      <VotesPlot
        title={`${uploads > 1 ? 'All your' : 'Your'} votes over the last ${PLOT_DAYS} days`}
        query={{
          ...allVotesPerDayQuery(userId),
          select: (days) => days.map(({ day, hot, not }) => ({ day, hot: displayed(hot), not: displayed(not) })),
        }}
      />
    </section>
  )
}

function NewVotes({ news }: { news: News | undefined }) {
  const displayed = useDisplayedVotes()
  if (!news) return <p className="text-mute">We couldn't load your new votes.</p>
  const { since, newVotes, newHot } = news
  if (since === null && newVotes === 0)
    return <p className="text-mute">New votes since your last visit will show up here.</p>
  // Before the first visit ends, all votes are new.
  const when = since === null ? 'so far' : sinceText(since, new Date())
  if (newVotes === 0) return <p className="text-lg font-semibold">{`No new votes ${when}`}</p>
  return (
    <p className="text-xl font-bold text-balance sm:text-2xl">
      <Sparkles aria-hidden className="mr-2 inline size-5.5 -translate-y-0.5 text-hot-ink" />
      {`${counted(displayed(newVotes), 'new vote')} ${when}, ${count(displayed(newHot))} Hot`}
    </p>
  )
}

function Best({ item, onOpen }: { item: MediaStats; onOpen: (item: MediaStats) => void }) {
  const displayed = useDisplayedVotes()
  const missing = countMissingVotes(item)
  const votes = counted(displayed(item.totalVotes), 'vote')
  return (
    <div className="flex items-center gap-3 rounded-control bg-raised p-2.5">
      <button type="button" className="w-21 shrink-0 overflow-hidden rounded-control" onClick={() => onOpen(item)}>
        <span className="sr-only">Open your best: {item.originalName}</span>
        <Thumbnail item={item} />
      </button>
      <div className="min-w-0 flex-1">
        <h2 className="text-sm font-semibold">Your best so far</h2>
        <p className="text-sm text-mute">
          <b className="text-text">{item.hotPercentage}%</b> Hot of {votes}
          {missing > 0 && <span className="block">{needs(missing)}</span>}
        </p>
      </div>
      <ShareButton id={item.id} className="max-[359px]:px-3!">
        <span className="max-sm:sr-only">Share</span>
        <span className="sr-only"> your best</span>
      </ShareButton>
    </div>
  )
}
