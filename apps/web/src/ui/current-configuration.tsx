import type { ReactNode } from 'react'
import { dateTime } from '../lib/browser/format.ts'
import { Card } from './card.tsx'
import { EnabledBadge } from './settings-form.tsx'

type Props = {
  isEnabled: boolean
  rows: { name: string; value: ReactNode }[]
  /** ISO time; null while nothing has been saved. */
  updatedAt: string | null
  children?: ReactNode
}

/** What is in force on the site now, beside the form that changes it. */
export function CurrentConfiguration({ isEnabled, rows, updatedAt, children }: Props) {
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
      {children}
    </Card>
  )
}
