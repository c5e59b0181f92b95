import { count, counted } from '@hotvote/shared/counted'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../../lib/api/call-error.ts'
import { connection, counts, countsQuery, sampleQueries, schema } from './site-health.api.ts'

export type TestRow = {
  name: string
  status: 'pending' | 'running' | 'success' | 'error'
  /** Milliseconds, measured in the browser. */
  ms?: number
  text?: string
}

type Test = { name: string; failure: string; run: () => Promise<string> }

/** Failure texts of `admin.md §8`. */
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

/** Runs the database tests one after the other (`admin.md §4`). */
export function useDatabaseTests() {
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
    meta: { invalidates: [countsQuery.queryKey] },
  })
  return { rows, run: () => mutate(), isRunning: isPending }
}
