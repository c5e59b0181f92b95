import { count, counted } from '@hotvote/shared/counted'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { MediaStats } from '@hotvote/shared/visitor/stats'
import { Sparkles } from 'lucide-react'
import { useDisplayedVotes } from '../../lib/session/vote-multiplier.ts'
import { ShareButton } from '../../ui/forms/share-button.tsx'
import { Thumbnail } from '../../ui/media/thumbnail.tsx'
import { isEarly } from './missing-votes.tsx'
import { sinceText } from './since-text.ts'
import type { News } from './stats.api.ts'
import { allVotesPerDayQuery } from './stats.api.ts'
import { VotesPlot } from './votes-plot.tsx'

type Props = {
  userId: number
  news: News | undefined
  totals: { totalUploads: number; totalVotes: number }
  onOpen: (item: MediaStats) => void
}

/** Shows news above the visitor's photos. On phones, the plot is below the photos (docs/decisions/014). */
export function StatsStory({ userId, news, totals: { totalUploads, totalVotes }, onOpen }: Props) {
  const displayed = useDisplayedVotes()
  // A best item is meaningless with a single upload.
  const best = totalUploads > 1 ? news?.best : undefined
  return (
    <>
      {news && news.newVotes > 0 && <NewVotes {...news} />}
      {totalVotes > 0 && (
        <section
          aria-label="Activity"
          className="grid gap-5 rounded-card border border-line bg-panel p-4 shadow-soft max-[359px]:p-3 max-md:order-1 sm:p-5 lg:grid-cols-2 lg:gap-8"
        >
          {best && <Best item={best} onOpen={onOpen} />}
          <VotesPlot
            title={`${totalUploads > 1 ? 'All your' : 'Your'} votes over the last ${PLOT_DAYS} days`}
            query={{
              ...allVotesPerDayQuery(userId),
              select: (days) => days.map(({ day, hot, not }) => ({ day, hot: displayed(hot), not: displayed(not) })),
            }}
            className={best ? '' : 'lg:col-span-2'}
          />
        </section>
      )}
    </>
  )
}

function NewVotes({ since, newVotes, newHot }: News) {
  const displayed = useDisplayedVotes()
  // During the first visit, all votes are new.
  const when = since === null ? 'so far' : sinceText(since, new Date())
  return (
    <p className="font-bold text-balance sm:text-2xl">
      <Sparkles aria-hidden className="mr-2 inline size-5 -translate-y-0.5 text-hot-ink" />
      {`${counted(displayed(newVotes), 'new vote')} ${when}, ${count(displayed(newHot))} Hot`}
    </p>
  )
}

function Best({ item, onOpen }: { item: MediaStats; onOpen: (item: MediaStats) => void }) {
  const displayed = useDisplayedVotes()
  const votes = counted(displayed(item.totalVotes), 'vote')
  return (
    <div className="flex items-center gap-3 self-start rounded-control bg-raised p-2.5 max-[359px]:gap-2 max-[359px]:p-2 lg:self-stretch">
      <button
        type="button"
        className="w-21 shrink-0 max-sm:w-16 max-[359px]:w-14 lg:w-36 overflow-hidden rounded-control"
        onClick={() => onOpen(item)}
      >
        <span className="sr-only">Open your best: {item.originalName}</span>
        <Thumbnail item={item} />
      </button>
      <div className="min-w-0 flex-1">
        <h2 className="text-sm font-semibold">Your best so far</h2>
        <p className="text-sm text-mute">
          <b className="text-text">{item.hotPercentage}%</b> Hot from {votes}
          {isEarly(item) && <span className="block">Early result</span>}
        </p>
      </div>
      <ShareButton id={item.id} className="max-[359px]:px-3!">
        <span className="max-sm:sr-only">Share</span>
        <span className="sr-only"> your best</span>
      </ShareButton>
    </div>
  )
}
