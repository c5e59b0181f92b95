import { count } from '@hotvote/shared/counted'
import type { PopulationResult } from '@hotvote/shared/population'
import { clsx } from 'clsx'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { type Fact, Facts } from '../../../ui/data/facts.tsx'

/** A run that failed knows its error only. */
type Props = { title: string; result: Partial<PopulationResult> & Pick<PopulationResult, 'success'> }

/** Everything that a call answers (`admin.md §3`). */
export function PopulationResults({ title, result }: Props) {
  const { mediaProcessed, totalMediaCount, totalVotesInserted, usersCreated, overallHotPercentage: hot } = result
  const facts: Fact[] = [
    ['Success', result.success ? 'Yes' : 'No'],
    ['Message', result.message],
    ['Error', result.error],
    [
      'Media processed',
      mediaProcessed !== undefined && `${count(mediaProcessed)} of ${count(totalMediaCount ?? mediaProcessed)}`,
    ],
    ['Votes inserted', totalVotesInserted !== undefined && count(totalVotesInserted)],
    ['Users created', usersCreated !== undefined && count(usersCreated)],
    ['Overall hot percentage', hot !== undefined && `${hot}%`],
    [
      'User ID range',
      result.userIdRange && (
        <Link href={`${adminPaths.users}?group=synthetic`} className="text-not-ink underline underline-offset-4">
          {result.userIdRange}
        </Link>
      ),
    ],
  ]
  const known = facts.filter(([, value]) => value)
  return (
    <section aria-labelledby="results" className="border-t border-line pt-5">
      <div role={result.success ? 'status' : 'alert'}>
        <h3 id="results" className={clsx('text-base', !result.success && 'text-danger-ink')}>
          {title}
        </h3>
      </div>
      <Facts facts={known} className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3 [&_dt]:text-sm" />
    </section>
  )
}
