import type { ReactNode } from 'react'
import { dateTime } from '../lib/browser/format.ts'
import { Card } from './card.tsx'
import { EnabledBadge } from './settings-form.tsx'
import { settingGrid } from './skeleton.tsx'

type CurrentProps = {
  isEnabled: boolean
  rows: { name: string; value: ReactNode }[]
  /** ISO time; null while nothing has been saved. */
  updatedAt: string | null
}

type Props = CurrentProps & {
  /** Where a screen has several. */
  label?: string
  form: ReactNode
  /** Below what is in force. */
  children?: ReactNode
}

/** One setting of the site: its form, and beside it what is in force. */
export const SettingSection = ({ label, form, children, ...current }: Props) => (
  <section aria-label={label} className={settingGrid}>
    {form}
    <div className="flex flex-col gap-5">
      <CurrentConfiguration {...current} />
      {children}
    </div>
  </section>
)

function CurrentConfiguration({ isEnabled, rows, updatedAt }: CurrentProps) {
  const all = [
    { name: 'Status', value: <EnabledBadge isEnabled={isEnabled} /> },
    ...rows,
    { name: 'Last updated', value: updatedAt === null ? 'Never' : dateTime(updatedAt) },
  ]
  return (
    <Card>
      <h3 className="text-base">Current Configuration</h3>
      <dl className="mt-3 divide-y divide-line">
        {all.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2.5">
            <dt className="text-mute">{name}</dt>
            <dd className="min-w-0 font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
