import type { ReactNode } from 'react'
import { dateTime } from '../lib/browser/format.ts'
import { Card } from './card.tsx'
import { type Fact, Facts } from './facts.tsx'
import { EnabledBadge, Setting } from './settings-form.tsx'
import { settingGrid } from './skeleton.tsx'

type CurrentProps = {
  isEnabled: boolean
  /** Of what is in force. */
  facts: Fact[]
  /** ISO time; null while nothing has been saved. */
  updatedAt: string | null
}

type Props = CurrentProps & {
  title: string
  /** On a screen that has no other: it is no landmark of its own. */
  isAlone?: boolean
  form: ReactNode
  /** Below what is in force. */
  children?: ReactNode
}

/** One setting of the site: its form, and beside it what is in force. */
export const SettingSection = ({ title, isAlone = false, form, children, ...current }: Props) => (
  <section aria-label={isAlone ? undefined : title} className={settingGrid}>
    <Setting value={{ title, isEnabled: current.isEnabled }}>{form}</Setting>
    <div className="flex flex-col gap-5">
      <CurrentConfiguration {...current} />
      {children}
    </div>
  </section>
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
