import { count, counted } from '@hotvote/shared/counted'
import type { QueueEntry } from '@hotvote/shared/queue'
import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowUp, CircleCheck, Undo2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { useWaiting } from '../../../lib/operator/queue-count.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { MoreToCome, moreOf, useLoadMore } from '../../../ui/data/load-more.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { SkeletonGroup, SkeletonRows } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { LetterKeysCheckbox } from '../../../ui/forms/checkbox.tsx'
import { LeavingButton } from '../../../ui/forms/leaving-button.tsx'
import { useNearViewport } from '../../../ui/media/use-near-viewport.ts'
import { EntryCard, Letter } from './entry-card.tsx'
import { queuePoll, queueQuery } from './queue.api.ts'
import { ReportRules } from './report-rules.tsx'
import { useCurrentEntry } from './use-current-entry.ts'
import { type Decisions, useDecisions } from './use-decisions.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import { useSteadyEntries } from './use-steady-entries.ts'

/** All that waits for a decision, in one list that one works through by keys (docs/decisions/074). */
export function QueuePage() {
  const query = useInfiniteQuery(queueQuery)
  useQuery(queuePoll)
  return (
    <AdminPage title="Queue" purpose="What waits for your decision: the urgent first, then what is due first.">
      <QueryView query={query} errorTitle="Failed to load the queue" loading={<QueueSkeleton />}>
        {({ items }) => <Entries entries={items} query={query} />}
      </QueryView>
      {/* Below the list, which would push it down. */}
      {query.isFetched && <ReportRules />}
    </AdminPage>
  )
}

/** Cards in place of those of the entries, below the line that says how many there are. */
const QueueSkeleton = () => (
  <SkeletonGroup className="flex flex-col gap-3 pt-16">
    <SkeletonRows
      count={3}
      className="flex flex-col gap-4 rounded-card border border-line bg-panel p-4 md:flex-row"
      boxes={['h-40 md:w-60 md:shrink-0', 'h-6 flex-1 max-md:w-full']}
    />
  </SkeletonGroup>
)

type EntriesProps = { entries: QueueEntry[]; query: UseInfiniteQueryResult }

function Entries({ entries, query }: EntriesProps) {
  const more = moreOf(query)
  const { shown, gone, held, letIn, decideOn, leave } = useSteadyEntries(entries, more.hasMore)
  const { list, key, step, select, isSettled } = useCurrentEntry(shown)
  const decisions = useDecisions({ onTaken: decideOn, onRefused: leave, onUndone: select })
  useQueueKeys({ list, step, undo: decisions.undo, isSettled })
  const [firstHeld] = held
  const showHeld = () => {
    letIn()
    if (firstHeld) select(firstHeld)
  }
  return (
    <section aria-label="What waits" className="flex flex-col gap-3">
      <QueueBar decisions={decisions}>
        {firstHeld && (
          <Button size="small" className="shadow-soft" onClick={showHeld}>
            <ArrowUp aria-hidden className="size-4" />
            Show {count(held.length)} new
          </Button>
        )}
      </QueueBar>
      {shown.length === 0 && !more.hasMore ? (
        <Card>
          <Empty icon={CircleCheck} title="Nothing waits for you">
            Reports, takedown requests, look-alikes of what was taken down and votes that stand out are listed here.
          </Empty>
        </Card>
      ) : (
        <ul ref={list} aria-label="Queue" className="flex flex-col gap-3">
          {shown.map((entry) => (
            <EntryCard
              key={entry.key}
              entry={entry}
              isCurrent={entry.key === key}
              isGone={gone.has(entry.key)}
              decisions={decisions}
              onSelect={select}
            />
          ))}
        </ul>
      )}
      <More more={more} />
    </section>
  )
}

function More({ more }: { more: ReturnType<typeof moreOf> }) {
  const end = useRef<HTMLDivElement>(null)
  useLoadMore(useNearViewport(end), more)
  return (
    <div ref={end}>
      <MoreToCome more={more} />
    </div>
  )
}

type BarProps = {
  decisions: Decisions
  /** Hangs below it, over the list: what appears there moves nothing. */
  children: ReactNode
}

const currentOrStart = () =>
  document.querySelector<HTMLElement>('main li[aria-current]') ?? document.getElementById('main')

/** How many wait, what was done last and the way back, and the keys. */
function QueueBar({ decisions: { last, isInTrash, undo, isBusy }, children }: BarProps) {
  const waiting = useWaiting()
  return (
    <div className="sticky top-0 z-10 -mx-1 flex flex-wrap items-center gap-x-4 bg-bg px-1 py-1 max-lg:top-14">
      <p className="text-sm text-mute">
        {waiting !== undefined &&
          (waiting === 0 ? 'Nobody waits' : `${counted(waiting, 'decision')} wait${waiting === 1 ? 's' : ''}`)}
      </p>
      <div className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-2">
        <p role="status" aria-label="Last decision" className="min-w-0 [overflow-wrap:anywhere]">
          {last}
        </p>
        {isInTrash && (
          <Link href={adminPaths.trash} className="inline-flex min-h-11 items-center text-not-ink underline">
            Restore it from the trash
          </Link>
        )}
        {undo && (
          <LeavingButton size="small" isBusy={isBusy} aria-keyshortcuts="Z" onClick={undo} heirOf={currentOrStart}>
            <Undo2 aria-hidden className="size-4" />
            Undo
            <Letter>z</Letter>
          </LeavingButton>
        )}
      </div>
      <div className="ml-auto hidden items-center gap-3 text-sm text-mute pointer-fine:md:flex">
        <span className="flex items-center gap-1.5">
          <Letter>j</Letter> next <Letter>k</Letter> previous
        </span>
        <LetterKeysCheckbox />
      </div>
      <div role="status" aria-label="New entries" className="absolute top-full left-1/2 mt-1 -translate-x-1/2">
        {children}
      </div>
    </div>
  )
}
