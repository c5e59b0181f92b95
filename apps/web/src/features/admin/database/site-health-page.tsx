import { count, counted } from '@hotvote/shared/counted'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CircleX, Eye, Images, LoaderCircle, Users, Vote } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../../lib/api/call-error.ts'
import { AdminPage, Section } from '../../../ui/data/admin-page.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { Button, TryAgain } from '../../../ui/forms/button.tsx'
import { ImportCard, PurgeCard, ResetCard } from './data-cards.tsx'
import { connection, counts, countsQuery, sampleQueries, schema } from './site-health.api.ts'

type TestRow = {
  name: string
  status: 'pending' | 'running' | 'success' | 'error'
  /** Milliseconds, measured in the browser. */
  ms?: number
  text?: string
}

type Test = { name: string; failure: string; run: () => Promise<string> }

/** Database tests, with the failure messages of `admin.md §8`. */
const tests: Test[] = [
  { name: 'Connection', failure: 'Connection failed', run: async () => (await connection()).message },
  { name: 'Schema', failure: 'Schema check failed', run: async () => counted((await schema()).tables.length, 'table') },
  {
    name: 'Counts',
    failure: 'Count query failed',
    run: async () => {
      const { totalUsers, totalMedia, totalVotes, totalViews } = await counts()
      return `${counted(totalUsers, 'user')}, ${count(totalMedia)} media, ${counted(totalVotes, 'vote')}, ${counted(totalViews, 'view')}`
    },
  },
  {
    name: 'Sample Queries',
    failure: 'Sample queries failed',
    run: async () =>
      `${counted((await sampleQueries()).queries.length, 'query').replace('querys', 'queries')} answered`,
  },
]

const pending = (): TestRow[] => tests.map(({ name }) => ({ name, status: 'pending' }))

const runOne = async ({ name, failure, run }: Test): Promise<TestRow> => {
  const start = performance.now()
  const ms = () => Math.round(performance.now() - start)
  try {
    const text = await run()
    return { name, status: 'success', ms: ms(), text }
  } catch (error) {
    return { name, status: 'error', ms: ms(), text: error instanceof CallError ? `HTTP ${error.status}` : failure }
  }
}

/** Runs the database tests one after another (`admin.md §4`). */
function useDatabaseTests() {
  const [rows, setRows] = useState<TestRow[]>(pending)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      setRows(pending())
      for (const [index, test] of tests.entries()) {
        const setRow = (row: TestRow) => setRows((all) => all.map((other, n) => (n === index ? row : other)))
        setRow({ name: test.name, status: 'running' })
        setRow(await runOne(test))
      }
    },
    scope: { id: 'database-tests' },
    meta: { invalidates: [countsQuery.queryKey] },
  })
  return { rows, run: () => mutate(), isRunning: isPending }
}

/** Milliseconds (`admin.md §9`). */
const RERUN = 1000

/** Database Administration screen (`admin.md §2`). */
export function SiteHealthPage() {
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
        // Set a minimum width, because the two labels would wrap differently on phones.
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
      <DangerZone />
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
        <div className={isError ? 'invisible max-sm:hidden' : undefined}>
          <StatTiles>
            <StatTile label="Total Users" icon={Users} value={data && count(data.totalUsers)} />
            <StatTile label="Total Media" icon={Images} value={data && count(data.totalMedia)} />
            <StatTile label="Total Votes" icon={Vote} value={data && count(data.totalVotes)} />
            <StatTile label="Total Views" icon={Eye} value={data && count(data.totalViews)} />
          </StatTiles>
        </div>
        {/* The error takes the place of the numbers, so nothing below it moves. */}
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
