import type { ReactNode } from 'react'
import { dateTime } from '../lib/browser/format.ts'
import { Card } from './card.tsx'
import { type Fact, Facts } from './facts.tsx'
import { QueryView, type Viewed } from './query-view.tsx'
import { EnabledBadge, Setting } from './settings-form.tsx'
import { SettingsSkeleton, settingGrid } from './skeleton.tsx'

type CurrentProps = {
  isEnabled: boolean
  /** Of what is in force. */
  facts: Fact[]
  /** ISO time; null while nothing has been saved. */
  updatedAt: string | null
}

type Props<Data> = {
  title: string
  /** On a screen that has no other: it is no landmark of its own. */
  isAlone?: boolean
  query: Viewed<Data>
  errorTitle: string
  /** Of the form, while it loads. */
  fields?: number
  /** Shown then, too, where the specification asks for it. */
  hasSpinner?: boolean
  /** The versions that were saved, below what is in force. */
  history?: ReactNode
  children: (saved: Data) => CurrentProps & { form: ReactNode }
}

/** One setting of the site: its form, and beside it what is in force. */
export const SettingSection = <Data,>(props: Props<Data>) => (
  <QueryView
    query={props.query}
    errorTitle={props.errorTitle}
    loading={
      <SettingsSkeleton
        fields={props.fields ?? 2}
        hasHistory={props.history !== undefined}
        hasSpinner={props.hasSpinner ?? false}
      />
    }
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
