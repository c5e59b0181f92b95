import type { SettingChange } from '@hotvote/shared/operator/settings'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, History } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react'
import { dateTime } from '../../lib/browser/format.ts'
import {
  type Difference,
  listDifferences,
  listStates,
  type SettingState,
  settingChangesQuery,
} from '../../lib/operator/setting-changes.ts'
import type { StepBack } from '../../lib/operator/use-settings-form.ts'
import { PartHeading } from '../data/admin-page.tsx'
import { Ago } from '../data/ago.tsx'
import { Badge } from '../data/badge.tsx'
import { Card } from '../data/card.tsx'
import { type Fact, Facts } from '../data/facts.tsx'
import { Empty, QueryView, type Viewed } from '../feedback/query-view.tsx'
import { SettingsSkeleton, settingColumn } from '../feedback/skeleton.tsx'
import { confirm } from '../overlays/confirm.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { Button } from './button.tsx'

type HistoryProps = {
  title: string
  stepBack: StepBack
  /** Disables Restore, because restoring would discard unsaved input. */
  isDirty: boolean
  isPending: boolean
  onClose: () => void
}

function SettingHistory({ title, onClose, ...rest }: HistoryProps) {
  const query = useQuery(settingChangesQuery(rest.stepBack.setting))
  return (
    <Dialog
      title={`History of ${title}`}
      description="Saved changes, newest first. Restore brings back the values after a change, as a new change."
      onClose={onClose}
      className="sm:w-[min(40rem,calc(100%-2rem))]"
    >
      <div className="mt-3">
        <QueryView query={query} errorTitle="The history could not be loaded">
          {({ items, next }) =>
            query.isFetchedAfterMount && (
              <States {...rest} changes={items} isWhole={next === undefined} onRestored={onClose} />
            )
          }
        </QueryView>
      </div>
    </Dialog>
  )
}

type StatesProps = Omit<HistoryProps, 'title' | 'onClose'> & {
  changes: SettingChange[]
  isWhole: boolean
  onRestored: () => void
}

function States({ changes, isWhole, onRestored, stepBack, isDirty, isPending }: StatesProps) {
  const [newest] = changes
  if (!newest)
    return (
      <Empty icon={History} title="No changes yet">
        Saved changes appear here with their previous values.
      </Empty>
    )
  const askToRestore = async (values: SettingState['values']) => {
    const isSure = await confirm({
      title: 'Restore these values?',
      text: isDirty ? "Your changes in this form aren't saved and will be lost." : 'They are saved immediately.',
      details: (
        <div className="mt-4 rounded-control border border-line p-4">
          <Differences differences={listDifferences(newest.new, values)} {...stepBack} />
        </div>
      ),
      action: 'Restore',
    })
    if (isSure) stepBack.restore(values, newest.id, onRestored)
  }
  return (
    <ol aria-label="Changes" className="divide-y divide-line">
      {listStates(changes, isWhole).map((state) => (
        <li key={state.change?.id ?? 'first'} className="flex flex-col gap-2.5 py-4">
          <div className="flex min-h-11 items-center justify-between gap-3">
            <When {...state} />
            <Standing state={state} newest={newest} isBusy={isPending} onRestore={askToRestore} />
          </div>
          <Differences differences={state.differences} {...stepBack} />
          {state.change && Object.keys(state.change.old).length === 0 && (
            <p className="text-sm text-mute">Saved for the first time.</p>
          )}
        </li>
      ))}
    </ol>
  )
}

const When = ({ change }: SettingState) =>
  change ? (
    <p className="min-w-0 wrap-anywhere">
      <Ago at={change.timestamp} className="font-semibold" />
      <span className="block text-sm text-mute">{`by ${change.actor}${change.ip === null ? '' : ` (${change.ip})`}`}</span>
    </p>
  ) : (
    <p className="font-semibold">Before the first change</p>
  )

type StandingProps = {
  state: SettingState
  newest: SettingChange
  isBusy: boolean
  onRestore: (values: SettingState['values']) => void
}

function Standing({ state: { change, values }, newest, isBusy, onRestore }: StandingProps) {
  if (change === newest) return <Badge tone="ok">Current</Badge>
  if (listDifferences(newest.new, values).length === 0) return <Badge>Same as now</Badge>
  return (
    <Button
      size="small"
      isBusy={isBusy}
      aria-label={`Restore the values ${change ? `after ${dateTime(change.timestamp)}` : 'before the first change'}`}
      onClick={() => onRestore(values)}
    >
      Restore
    </Button>
  )
}

const formatValue = (value: unknown, choices: Record<string, string> = {}) => {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (value === '') return 'Empty'
  return typeof value === 'string' ? (Object.hasOwn(choices, value) && choices[value]) || value : JSON.stringify(value)
}

type DifferencesProps = Pick<StepBack, 'labels' | 'choices'> & { differences: Difference[] }

function Differences({ differences, labels, choices }: DifferencesProps) {
  const places = Object.keys(labels)
  const findPlace = ({ field }: Difference) => (field in labels ? places.indexOf(field) : places.length)
  return (
    <dl className="flex flex-col gap-2.5">
      {differences
        .toSorted((one, other) => findPlace(one) - findPlace(other))
        .map((difference) => (
          <div key={difference.field} className="min-w-0">
            <dt className="text-sm text-mute">{labels[difference.field] ?? difference.field}</dt>
            <dd>
              <Line {...difference} choices={choices[difference.field]} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** Shows values as text, because ad code must never run here. */
const Line = ({ choices, ...difference }: Difference & { choices: Record<string, string> | undefined }) => (
  <span className="flex flex-wrap items-center gap-x-2 whitespace-pre-wrap wrap-anywhere">
    {'old' in difference && (
      <del className="min-w-0 text-mute no-underline">{formatValue(difference.old, choices)}</del>
    )}
    <span className="inline-flex min-w-0 items-center gap-2">
      {'old' in difference && <ArrowRight aria-label="became" className="size-4 shrink-0 text-mute" />}
      <ins className="min-w-0 font-semibold no-underline">{formatValue(difference.new, choices)}</ins>
    </span>
  </span>
)

type Actions = {
  submit: ComponentProps<'form'>['onSubmit']
  reset: () => void
  isDirty: boolean
  isPending: boolean
  stepBack: StepBack
}

type Props = {
  purpose: ReactNode
  actions: Actions
  children: ReactNode
}

const Setting = createContext<SavedProps & { title: string }>({
  title: '',
  isEnabled: false,
  updatedAt: null,
})

export function SettingsForm({ purpose, actions, children }: Props) {
  const { title, updatedAt, ...state } = useContext(Setting)
  const { submit, isDirty } = actions
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const id = useId()
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PartHeading id={id} name={title} className="text-lg" />
        <StateBadge {...state} />
        <span role="status" className="empty:absolute">
          {isDirty && <Badge tone="warn">Unsaved Changes</Badge>}
        </span>
        <span className="text-sm text-mute max-sm:basis-full sm:ml-auto">
          {updatedAt === null ? (
            'Never changed'
          ) : (
            <>
              Changed <Ago at={updatedAt} />
            </>
          )}
        </span>
      </div>
      <p className="mt-2 text-mute sm:mt-1">{purpose}</p>
      <form noValidate aria-labelledby={id} onSubmit={submit} className="mt-5 flex flex-col gap-5">
        {children}
        <FormButtons {...actions} onHistory={() => setHistoryOpen(true)} />
      </form>
      {isHistoryOpen && <SettingHistory {...actions} title={title} onClose={() => setHistoryOpen(false)} />}
    </Card>
  )
}

const FormButtons = ({ isDirty, isPending, reset, onHistory }: Actions & { onHistory: () => void }) => (
  <div className="flex flex-wrap gap-2 border-t border-line pt-5">
    <Button
      type="submit"
      variant="primary"
      disabled={!isDirty}
      isBusy={isPending}
      className="min-w-44 max-sm:flex-auto"
    >
      {isPending ? 'Saving...' : 'Save Configuration'}
    </Button>
    <Button disabled={!isDirty} isBusy={isPending} onClick={reset} className="max-sm:flex-auto">
      Reset Changes
    </Button>
    <Button variant="ghost" onClick={onHistory} className="max-sm:flex-auto sm:ml-auto">
      <History aria-hidden className="size-4.5" />
      History
    </Button>
  </div>
)

const StateBadge = ({ isEnabled, state }: Pick<SavedProps, 'isEnabled' | 'state'>) => (
  <Badge tone={isEnabled ? 'ok' : 'neutral'}>{state ?? (isEnabled ? 'Enabled' : 'Disabled')}</Badge>
)

type SavedProps = {
  isEnabled: boolean
  /** Replaces *Enabled* or *Disabled*. */
  state?: string
  /** ISO time of the last save; null before the first save. */
  updatedAt: string | null
  /** Rows of the Current Configuration, which only `admin.md §2` requires. */
  facts?: Fact[]
}

type SectionProps<Data> = {
  title: string
  query: Viewed<Data>
  errorTitle: string
  fields?: number
  history?: ReactNode
  children: (saved: Data) => SavedProps & { form: ReactNode }
}

/** Shows the state, last change, form and history of a setting in one column. */
export const SettingSection = <Data,>(props: SectionProps<Data>) => (
  <QueryView
    query={props.query}
    errorTitle={props.errorTitle}
    loading={<SettingsSkeleton fields={props.fields ?? 2} hasHistory={props.history !== undefined} />}
  >
    {(saved) => {
      const { form, facts, ...state } = props.children(saved)
      return (
        <section aria-label={props.title} className={settingColumn}>
          <Setting value={{ title: props.title, ...state }}>{form}</Setting>
          {facts && <CurrentConfiguration {...state} facts={facts} />}
          {props.history}
        </section>
      )
    }}
  </QueryView>
)

function CurrentConfiguration({ facts, updatedAt, ...state }: SavedProps & { facts: Fact[] }) {
  return (
    <Card>
      <h3 className="text-base">Current Configuration</h3>
      <Facts
        facts={[
          ['Status', <StateBadge key="status" {...state} />],
          ...facts,
          ['Last updated', updatedAt === null ? 'Never' : dateTime(updatedAt)],
        ]}
        className="mt-3 divide-y divide-line [&_dd]:min-w-0"
        itemClassName="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2.5"
      />
    </Card>
  )
}
