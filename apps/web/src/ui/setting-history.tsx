import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { dateTime } from '../lib/browser/format.ts'
import { differencesOf, type SettingState, settingChangesQuery, statesOf } from '../lib/operator/setting-changes.ts'
import { type Offer, offersOf } from '../lib/operator/setting-offers.ts'
import type { StepBack } from '../lib/operator/use-settings-form.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { Empty } from './empty.tsx'
import { type More, MoreToCome, moreOf } from './load-more.tsx'
import { QueryView } from './query-view.tsx'
import { Differences } from './setting-differences.tsx'
import { SkeletonGroup, SkeletonRows } from './skeleton.tsx'

type Props = {
  /** Of the setting. */
  title: string
  stepBack: StepBack
  /** What is typed would be lost. */
  isDirty: boolean
  /** It is being saved. */
  isPending: boolean
  onClose: () => void
}

/** Every change of a setting, the newest first, and the way back to what it was before. */
export function SettingHistory({ title, onClose, ...rest }: Props) {
  const query = useInfiniteQuery(settingChangesQuery(rest.stepBack.setting))
  const isRead = useIsReadAnew(rest.stepBack)
  return (
    <Dialog
      title={`History of ${title}`}
      description="The changes that were saved, the newest first. Restore brings back how it was after one of them, as a change of its own."
      onClose={onClose}
      className="sm:w-[min(40rem,calc(100%-2rem))]"
    >
      <div className="mt-3">
        <QueryView query={query} errorTitle="The history could not be loaded" loading={<HistorySkeleton />}>
          {({ items }) =>
            isRead && query.isFetchedAfterMount ? (
              <>
                <States {...rest} states={statesOf(items, !query.hasNextPage)} onRestored={onClose} />
                <OlderChanges more={moreOf(query)} />
              </>
            ) : (
              <HistorySkeleton />
            )
          }
        </QueryView>
      </div>
    </Dialog>
  )
}

/** The changes are told against what holds, which may have been read long before them. */
function useIsReadAnew({ readAnew }: StepBack) {
  const [isRead, setRead] = useState(false)
  const read = useEffectEvent(readAnew)
  useEffect(() => void read().finally(() => setRead(true)), [])
  return isRead
}

type StatesProps = Omit<Props, 'title' | 'onClose'> & { states: SettingState[]; onRestored: () => void }

function States({ states, onRestored, stepBack, isDirty, isPending }: StatesProps) {
  if (states.length === 0)
    return (
      <Empty icon={History} title="No changes yet">
        Once it is saved, each change is here with what it was before.
      </Empty>
    )
  const askToRestore = async (values: SettingState['values']) => {
    const isSure = await confirm({
      title: 'Restore these values?',
      text: isDirty
        ? 'What you changed in this form is not saved yet and will be lost.'
        : 'They are saved at once, and hold on the site.',
      details: (
        <div className="mt-4 rounded-control border border-line p-4">
          <Differences differences={differencesOf(stepBack.inForce, values)} labels={stepBack.labels} />
        </div>
      ),
      action: 'Restore',
    })
    if (isSure) stepBack.restore(values, onRestored)
  }
  const offers = offersOf(states, stepBack)
  return (
    <ol aria-label="Changes" className="divide-y divide-line">
      {states.map((state, place) => (
        <li key={state.change?.id ?? 'first'} className="flex flex-col gap-2.5 py-4">
          <div className="flex min-h-11 items-center justify-between gap-3">
            <When {...state} />
            <Standing
              state={state}
              offer={offers[place]}
              isBusy={isPending || stepBack.isReading}
              onRestore={askToRestore}
            />
          </div>
          <Differences differences={state.differences} labels={stepBack.labels} />
          <Remarks state={state} offer={offers[place]} />
        </li>
      ))}
    </ol>
  )
}

const When = ({ change }: SettingState) =>
  change ? (
    <p className="min-w-0 wrap-anywhere">
      <time dateTime={change.timestamp} className="block font-semibold">
        {dateTime(change.timestamp)}
      </time>
      <span className="text-sm text-mute">{`by ${change.actor}${change.ip === null ? '' : ` (${change.ip})`}`}</span>
    </p>
  ) : (
    <p className="font-semibold">Before the first change</p>
  )

type StandingProps = {
  state: SettingState
  offer: Offer | undefined
  isBusy: boolean
  onRestore: (values: SettingState['values']) => void
}

/** That it holds, or the way back to it. */
function Standing({ state: { change }, offer, isBusy, onRestore }: StandingProps) {
  if (offer === 'in force') return <Badge tone="ok">In force</Badge>
  if (offer === 'same as now') return <Badge>Same as now</Badge>
  if (!offer || 'refusal' in offer) return null
  return (
    <Button
      size="small"
      isBusy={isBusy}
      aria-label={`Restore how it was ${change ? `after ${dateTime(change.timestamp)}` : 'before the first change'}`}
      onClick={() => onRestore(offer.values)}
    >
      Restore
    </Button>
  )
}

/** What the differences do not say, and why there is no way back. */
function Remarks({ state: { change }, offer }: Pick<StandingProps, 'state' | 'offer'>) {
  const remarks = [
    change?.old === null && 'What it was before was not recorded.',
    change?.old && Object.keys(change.old).length === 0 && 'Saved for the first time.',
    typeof offer === 'object' && 'refusal' in offer && `It cannot be restored: ${offer.refusal}`,
  ].filter(Boolean)
  return remarks.length > 0 && <p className="text-sm text-mute">{remarks.join(' ')}</p>
}

function OlderChanges({ more }: { more: More }) {
  if (more.hasFailed) return <MoreToCome more={more} />
  if (!more.hasMore) return null
  return (
    <Button className="mt-3" isBusy={more.isLoading} onClick={more.load}>
      Show older changes
    </Button>
  )
}

const HistorySkeleton = () => (
  <SkeletonGroup label="Loading the history…">
    <SkeletonRows
      count={3}
      className="flex flex-col gap-3 py-5"
      boxes={['h-5 w-56 max-w-full', 'h-3.5 w-24', 'h-5 w-40']}
    />
  </SkeletonGroup>
)
