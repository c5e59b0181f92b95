import { History } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react'
import { dateTime } from '../../lib/browser/format.ts'
import type { StepBack } from '../../lib/operator/use-settings-form.ts'
import { PartHeading } from '../data/admin-page.tsx'
import { Badge } from '../data/badge.tsx'
import { Card } from '../data/card.tsx'
import { type Fact, Facts } from '../data/facts.tsx'
import { QueryView, type Viewed } from '../feedback/query-view.tsx'
import { SettingsSkeleton, settingGrid } from '../feedback/skeleton.tsx'
import { Button } from './button.tsx'
import { SettingHistory } from './setting-history.tsx'

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

const Setting = createContext({ title: '', isEnabled: false })

export function SettingsForm({ purpose, actions, children }: Props) {
  const { title, isEnabled } = useContext(Setting)
  const { submit, isDirty } = actions
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const id = useId()
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PartHeading id={id} name={title} className="text-lg" />
        <EnabledBadge isEnabled={isEnabled} />
        <span role="status">{isDirty && <Badge tone="warn">Unsaved Changes</Badge>}</span>
      </div>
      <p className="mt-1 text-mute">{purpose}</p>
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

const EnabledBadge = ({ isEnabled }: { isEnabled: boolean }) => (
  <Badge tone={isEnabled ? 'ok' : 'neutral'}>{isEnabled ? 'Enabled' : 'Disabled'}</Badge>
)

type CurrentProps = {
  isEnabled: boolean
  facts: Fact[]
  /** ISO time; null before the first save. */
  updatedAt: string | null
}

type SectionProps<Data> = {
  title: string
  /** The only section of a screen needs no landmark. */
  isAlone?: boolean
  query: Viewed<Data>
  errorTitle: string
  fields?: number
  history?: ReactNode
  children: (saved: Data) => CurrentProps & { form: ReactNode }
}

export const SettingSection = <Data,>(props: SectionProps<Data>) => (
  <QueryView
    query={props.query}
    errorTitle={props.errorTitle}
    loading={<SettingsSkeleton fields={props.fields ?? 2} hasHistory={props.history !== undefined} />}
  >
    {(saved) => {
      const { form, ...current } = props.children(saved)
      return (
        <section aria-label={props.isAlone ? undefined : props.title} className={settingGrid}>
          <Setting value={{ title: props.title, isEnabled: current.isEnabled }}>{form}</Setting>
          <div className="flex flex-col gap-5">
            <CurrentConfiguration {...current} />
            {props.history}
          </div>
        </section>
      )
    }}
  </QueryView>
)

function CurrentConfiguration({ isEnabled, facts, updatedAt }: CurrentProps) {
  return (
    <Card>
      <h3 className="text-base">Current Configuration</h3>
      <Facts
        facts={[
          ['Status', <EnabledBadge key="status" isEnabled={isEnabled} />],
          ...facts,
          ['Last updated', updatedAt === null ? 'Never' : dateTime(updatedAt)],
        ]}
        className="mt-3 divide-y divide-line [&_dd]:min-w-0"
        itemClassName="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2.5"
      />
    </Card>
  )
}
