import { useEffect, useRef } from 'react'
import { useAreOperationsFetched } from '../../../lib/operator/operations.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Section } from '../../../ui/data/section.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ImportCard } from './import-card.tsx'
import { PurgeCard } from './purge-card.tsx'
import { ResetCard } from './reset-card.tsx'
import { Statistics } from './statistics.tsx'
import { TestList } from './test-list.tsx'
import { useDatabaseTests } from './use-database-tests.ts'

/** Milliseconds after an import until the tests run again (`admin.md §9`). */
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
      purpose="Whether the database is well, what is in it, and how to fill and empty it."
      action={
        // As wide with either text: on a phone it would change its line otherwise, and the page with it.
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
