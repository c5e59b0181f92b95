import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react'
import { Card } from '../../../ui/data/card.tsx'
import type { TestRow } from './use-database-tests.ts'

const looks = {
  pending: { icon: CircleDashed, word: 'Pending', className: 'text-mute' },
  running: { icon: LoaderCircle, word: 'Running', className: 'animate-spin text-mute' },
  success: { icon: CircleCheck, word: 'Success', className: 'text-ok-ink' },
  error: { icon: CircleX, word: 'Error', className: 'text-danger-ink' },
} as const

/** The four tests with what came of them. */
export function TestList({ rows }: { rows: TestRow[] }) {
  return (
    <Card>
      <h2 className="text-lg">Database Tests</h2>
      <ul className="mt-3 divide-y divide-line" aria-live="polite">
        {rows.map((row) => (
          <TestLine key={row.name} {...row} />
        ))}
      </ul>
    </Card>
  )
}

function TestLine({ name, status, ms, text }: TestRow) {
  const { icon: Icon, word, className } = looks[status]
  return (
    <li className="flex min-h-16 items-center gap-3 py-2.5">
      <Icon aria-hidden className={`size-5 shrink-0 ${className}`} />
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{name}</span>
        {text && <span className="block text-sm break-words text-mute">{text}</span>}
      </span>
      <span className="text-right text-sm tabular-nums">
        {word}
        {ms !== undefined && <span className="block text-mute">{ms} ms</span>}
      </span>
    </li>
  )
}
