import { count } from '@hotvote/shared/counted'
import { DECISIONS_MAX, listQueue, type QueueEntry } from '@hotvote/shared/operator/review-queue'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check, CircleCheck, Trash2 } from 'lucide-react'
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import { areLettersOn } from '../../../lib/browser/preferences.ts'
import { TYPED, useScreenKeys } from '../../../lib/browser/screen-keys.ts'
import { useUrlState, validQuery } from '../../../lib/browser/url-state.ts'
import { adminPaths, queuePath } from '../../../lib/operator/admin-paths.ts'
import { useIsAdmin } from '../../../lib/operator/own-login.ts'
import { queueCountQuery, useWaiting } from '../../../lib/operator/queue-count.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { DecisionBar } from '../../../ui/data/decision-bar.tsx'
import { Pager } from '../../../ui/data/pager.tsx'
import { BulkBar, useSelection } from '../../../ui/data/table-selection.tsx'
import { Empty, QueryView } from '../../../ui/feedback/query-view.tsx'
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { EntryCard, type Tick } from './entry-card.tsx'
import { queueQuery } from './queue.api.ts'
import { decideOnAll, isSelectable } from './report-decisions.ts'
import { ReportRules } from './report-rules.tsx'
import { type Decisions, useDecisions, usePauseAfterMoves } from './use-decisions.ts'

const DEFAULT_PARAMS = { kind: '', cursor: '' }

/** Review queue screen (docs/decisions/017). */
export function QueuePage() {
  const [{ kind, cursor }] = useUrlState(DEFAULT_PARAMS, listQueue)
  const query = useQuery(queueQuery(validQuery(listQueue, { kind }), cursor))
  const isAdmin = useIsAdmin()
  return (
    <AdminPage title="Queue" purpose="Waiting for your decision, most urgent first.">
      <Kinds current={kind} />
      <QueryView query={query} errorTitle="Failed to load the queue" loading={<TableSkeleton />}>
        {({ items, next }) => (
          <section aria-label="Waiting" className="flex flex-col gap-3">
            <Entries key={kind} kind={kind} entries={items} />
            {items.length === 0 && <NoEntries isFirstPage={cursor === ''} isLast={next === undefined} kind={kind} />}
            {(items.length > 0 || cursor !== '' || kind !== '') && (
              <Pager next={next} isLoading={query.isPlaceholderData} />
            )}
          </section>
        )}
      </QueryView>
      {/* The form is below the list, so the list does not move when the form loads. */}
      {query.isFetched && isAdmin && <ReportRules />}
    </AdminPage>
  )
}

const KINDS = [
  ['', 'All', undefined],
  ['report', 'Reports', 'reports'],
  ['takedown', 'Takedowns', 'takedowns'],
  ['look_alike', 'Look-alikes', 'lookAlikes'],
  ['surge', 'Networks', 'surges'],
  ['outlier', 'Unusual votes', undefined],
] as const

function Kinds({ current }: { current: string }) {
  const { data, isError } = useQuery(queueCountQuery)
  return (
    <nav
      aria-label="Kinds"
      className="flex gap-1.5 py-1 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:*:shrink-0 sm:flex-wrap sm:gap-2"
    >
      {KINDS.map(([kind, label, counter]) => (
        <Link
          key={kind}
          href={kind === '' ? adminPaths.queue : queuePath(kind)}
          aria-current={kind === current ? 'true' : undefined}
          className={clsx(
            'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3 font-semibold max-sm:text-sm sm:px-4',
            kind === current ? 'border-hot-ink bg-raised text-hot-ink' : 'border-line bg-panel hover:border-edge',
          )}
        >
          {label}
          {/* Reserve space while the counts load. */}
          {counter && (data || !isError) && (
            <span className="min-w-[1ch] text-mute">{data && count(data[counter])}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}

const NoEntries = ({ isFirstPage, isLast, kind }: { isFirstPage: boolean; isLast: boolean; kind: string }) => (
  <Card>
    {kind !== '' || !isFirstPage ? (
      <Empty icon={CircleCheck} title={isFirstPage && isLast ? 'Nothing waiting' : 'Nothing left on this page'}>
        {kind === '' ? (
          'The first page has what is waiting.'
        ) : (
          <>
            Choose <em>All</em> to see what else is waiting.
          </>
        )}
      </Empty>
    ) : (
      <Empty icon={CircleCheck} title="All caught up">
        Reports, takedown requests and look-alikes of removed items are listed here. Unusual votes have{' '}
        <Link href={queuePath('outlier')} className="underline underline-offset-4">
          a list of their own
        </Link>
        .
      </Empty>
    )}
  </Card>
)

function Entries({ kind, entries }: { kind: string; entries: QueueEntry[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [selected, setSelected] = useState<Selected>({ key: '', index: 0 })
  const decisions = useDecisions(({ key }) => setSelected({ key, index: current }))
  const isPaused = usePauseAfterMoves(entries, decisions)
  const ticks = useTicks(entries)
  // Select the next entry if the selected one has been decided.
  const found = entries.findIndex(({ key }) => key === selected.key)
  const current = found < 0 ? Math.max(0, Math.min(selected.index, entries.length - 1)) : found
  usePinned(entries, current, setSelected)
  const cardAt = (index: number) => list.current?.children[index] as HTMLElement | undefined
  const decideAll = (decision: 'keep' | 'remove') =>
    decisions.take(ticks.chosen, decideOnAll(ticks.chosen, decision), ticks.untick)
  useQueueKeys({
    step: (by) => cardAt(current + by)?.focus(),
    press: (letter) => {
      if (ticks.chosen.length === 0) return pressOn(cardAt(current), letter)
      if (letter === 'a') decideAll('keep')
      if (letter === 'd') decideAll('remove')
    },
    undo: decisions.undo,
  })
  const currentKey = entries[current]?.key
  useFocusAfterDecision(currentKey, () => decisions.text !== undefined && cardAt(current))
  return (
    <>
      <QueueBar kind={kind} decisions={decisions} onSelectAll={ticks.selectAll} />
      <ul ref={list} aria-label="Queue" className="flex flex-col gap-3 empty:hidden">
        {entries.map((entry, index) => (
          <EntryCard
            key={entry.key}
            entry={entry}
            isCurrent={index === current}
            decisions={decisions}
            isOff={isPaused || ticks.chosen.length > 0}
            tick={ticks.getTick(entry)}
            onFocus={() => setSelected({ key: entry.key, index })}
          />
        ))}
      </ul>
      <BulkBar total={ticks.chosen.length} onClear={ticks.clear} max={DECISIONS_MAX}>
        <Button isBusy={decisions.isBusy} onClick={() => decideAll('keep')}>
          <Check aria-hidden className="size-4 max-sm:hidden" /> Keep
        </Button>
        <Button variant="danger" isBusy={decisions.isBusy} onClick={() => decideAll('remove')}>
          <Trash2 aria-hidden className="size-4 max-sm:hidden" /> Remove
        </Button>
      </BulkBar>
    </>
  )
}

type Selected = { key: string; index: number }

/** Selects the current entry by its key, so new entries above it don't take its place. */
function usePinned(entries: QueueEntry[], index: number, select: Dispatch<SetStateAction<Selected>>) {
  const pin = useEffectEvent((listed: QueueEntry[]) =>
    select((before) => {
      const at = listed.findIndex(({ key }) => key === before.key)
      return at < 0 ? { key: listed[index]?.key ?? '', index } : { key: before.key, index: at }
    }),
  )
  useEffect(() => pin(entries), [entries])
}

/** Presses a decision button. A card out of view only scrolls into view, so no letter decides on an unseen entry. */
function pressOn(card: HTMLElement | undefined, letter: string) {
  const button = card?.querySelector<HTMLElement>(`[data-letter="${CSS.escape(letter)}"]`)
  if (!card || !button) return
  const { top, bottom } = card.getBoundingClientRect()
  const middle = (top + bottom) / 2
  if (middle > 0 && middle < innerHeight) return button.click()
  card.focus({ preventScroll: true })
  card.scrollIntoView({ block: 'nearest' })
}

/** Focuses the new current card, unless the focus is in this card or in a text field. */
function useFocusAfterDecision(currentKey: string | undefined, getCard: () => HTMLElement | false | undefined) {
  const focusCard = useEffectEvent((key: string | undefined) => {
    const card = getCard()
    const { activeElement } = document
    if (key && card && !card.contains(activeElement) && !activeElement?.matches(TYPED)) card.focus()
  })
  useEffect(() => focusCard(currentKey), [currentKey])
}

/** Manages the selection of entries for a bulk decision. */
function useTicks(entries: QueueEntry[]) {
  const { selected, setAll, toggle, clear } = useSelection<string>((key) => key)
  const last = useRef<string>(undefined)
  const selectable = entries.filter(isSelectable)
  const keys = selectable.map(({ key }) => key)
  const tickTo = (key: string) => {
    const [from, to] = [keys.indexOf(last.current ?? key), keys.indexOf(key)]
    setAll(keys.slice(Math.min(from, to), Math.max(from, to) + 1), true)
  }
  return {
    chosen: selectable.filter(({ key }) => selected.has(key)),
    clear,
    untick: (entries: QueueEntry[]) =>
      setAll(
        entries.map(({ key }) => key),
        false,
      ),
    selectAll: keys.length > 1 ? () => setAll(keys, true) : undefined,
    getTick: (entry: QueueEntry): Tick | undefined =>
      isSelectable(entry)
        ? {
            isTicked: selected.has(entry.key),
            toggle: (extend) => {
              if (extend && keys.includes(last.current ?? '')) tickTo(entry.key)
              else toggle(entry.key)
              last.current = entry.key
            },
          }
        : undefined,
  }
}

type Acts = { step: (by: number) => void; press: (letter: string) => void; undo: (() => void) | undefined }

/** J and K move between entries, Z undoes, and other letters press the current entry's buttons. */
const useQueueKeys = ({ step, press, undo }: Acts) =>
  useScreenKeys(({ key, repeat }) => {
    const letter = key.toLowerCase()
    if (!areLettersOn()) return
    if (letter === 'j' || letter === 'k') step(letter === 'j' ? 1 : -1)
    // Holding down a key must not decide several entries.
    else if (repeat) return
    else if (letter === 'z') undo?.()
    else press(letter)
  })

type BarProps = { kind: string; decisions: Decisions; onSelectAll: (() => void) | undefined }

function QueueBar({ kind, decisions: { text, undo, isBusy }, onSelectAll }: BarProps) {
  const all = useWaiting()
  const { data } = useQuery(queueCountQuery)
  const counter = KINDS.find(([name]) => name === kind)?.[2]
  const waiting = counter ? data?.[counter] : kind === '' ? all : undefined
  return (
    <DecisionBar
      {...{ text, undo, isBusy }}
      letters={{ j: 'next', k: 'previous' }}
      actions={
        onSelectAll && (
          <Button size="small" className="ml-auto pointer-fine:md:ml-0" onClick={onSelectAll}>
            Select all shown
          </Button>
        )
      }
    >
      <p className={clsx('text-sm text-mute', undo && 'max-sm:hidden')}>
        {waiting !== undefined && waiting > 0 && `${count(waiting)} waiting${kind === '' ? ' in total' : ''}`}
      </p>
    </DecisionBar>
  )
}
