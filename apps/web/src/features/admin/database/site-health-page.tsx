import { count } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CircleX, Eye, Images, LoaderCircle, Users, Vote } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useAreOperationsFetched } from '../../../lib/operator/operations.ts'
import { AdminPage, Section } from '../../../ui/data/admin-page.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { Button, TryAgain } from '../../../ui/forms/button.tsx'
import { ImportCard } from './import-card.tsx'
import { PurgeCard } from './purge-card.tsx'
import { ResetCard } from './reset-card.tsx'
import { countsQuery } from './site-health.api.ts'
import { type TestRow, useDatabaseTests } from './use-database-tests.ts'

/** Milliseconds (`admin.md §9`). */
const RERUN = 1000

/** Database Administration (`admin.md §2`). */
export function SiteHealthPage() {
  const areFetched = useAreOperationsFetched(['import-media', 'purge-inactive-accounts', 'reset-database'])
  const { rows, run, isRunning } = useDatabaseTests()
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const runAgain = () => {
    timer.current = window.setTimeout(() => void run(), RERUN)
  }
  return (
    <AdminPage
      title="Database Administration"
      purpose="Status, contents and maintenance of the database."
      action={
        // Fixed width, so the two labels wrap alike on phones.
        <Button variant="primary" className="min-w-44" onClick={() => void run()} isBusy={isRunning}>
          {isRunning ? 'Running…' : 'Run Database Tests'}
        </Button>
      }
    >
      <Statistics />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <TestList rows={rows} />
        <ImportCard onImported={runAgain} />
      </div>
      {areFetched && <DangerZone />}
    </AdminPage>
  )
}

function DangerZone() {
  return (
    <Section title="Danger Zone" className="text-danger-ink">
      <div className="divide-y divide-line rounded-card border border-danger-ink bg-panel">
        <PurgeCard />
        <ResetCard />
      </div>
    </Section>
  )
}

export function Statistics() {
  const { data, isError, refetch } = useQuery(countsQuery)
  return (
    <Section title="Database Statistics">
      <p className="text-mute">Everything stored, including the trash. A number above 500,000 is an estimate.</p>
      <div className="grid *:[grid-area:1/1]">
        <div className={isError ? 'invisible' : undefined}>
          <StatTiles>
            <StatTile label="Total Users" icon={Users} value={data && count(data.totalUsers)} />
            <StatTile label="Total Media" icon={Images} value={data && count(data.totalMedia)} />
            <StatTile label="Total Votes" icon={Vote} value={data && count(data.totalVotes)} />
            <StatTile label="Total Views" icon={Eye} value={data && count(data.totalViews)} />
          </StatTiles>
        </div>
        {/* Replaces the numbers, so nothing below moves. */}
        {isError && (
          <p
            role="alert"
            className="flex flex-wrap items-center justify-center gap-3 rounded-card border border-line bg-panel p-4 text-danger-ink"
          >
            Count query failed
            <TryAgain size="small" onClick={() => refetch()} />
          </p>
        )}
      </div>
    </Section>
  )
}

const looks = {
  pending: { icon: CircleDashed, word: 'Pending', className: 'text-mute' },
  running: { icon: LoaderCircle, word: 'Running', className: 'animate-spin text-mute' },
  success: { icon: CircleCheck, word: 'Success', className: 'text-ok-ink' },
  error: { icon: CircleX, word: 'Error', className: 'text-danger-ink' },
} as const

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
