import { count } from '@hotvote/shared/counted'
import type { PopulationResult } from '@hotvote/shared/population'
import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { useLatestOperation } from '../../../lib/operator/operations.ts'
import { mediaTotalsQuery } from '../../../lib/operator/totals.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { type Fact, Facts } from '../../../ui/data/facts.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { fixSequence } from './population.api.ts'
import { PopulationCard } from './population-card.tsx'

/** Vote Population (`admin.md §2`). */
export function PopulationPage() {
  const { data: totals, isFetched } = useQuery(mediaTotalsQuery)
  const { data, loadError, reload } = useLatestOperation('populate-votes')
  // Both at once: neither moves the other.
  const query = { ...(isFetched ? { data, error: loadError } : { data: undefined, error: null }), refetch: reload }
  return (
    <AdminPage
      title="Vote Population"
      purpose={
        <>
          Gives a young collection its first votes. They come from synthetic users, which are marked as such{' '}
          <Link href={`${adminPaths.users}?group=synthetic`} className="font-semibold text-text underline">
            in the list of users
          </Link>
          .
        </>
      }
    >
      <QueryView query={query} errorTitle="Failed to load vote population" loading={<PopulationSkeleton />}>
        {() => (
          <div className={GRID}>
            <PopulationCard totalMedia={totals?.totalMedia} />
            <SequenceCard />
          </div>
        )}
      </QueryView>
    </AdminPage>
  )
}

const GRID = 'grid items-start gap-5 xl:grid-cols-[2fr_1fr]'

/** Until it is known whether there is work that was paused or has ended, which looks different. */
const PopulationSkeleton = () => (
  <SkeletonGroup className={GRID}>
    <Card className="flex flex-col gap-5">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-10 w-full max-w-xl sm:h-4" />
      <Skeleton className="h-10 w-full max-w-xl sm:h-4" />
      <div className="grid max-w-xl gap-3 sm:grid-cols-2">
        <Skeleton className="h-18 rounded-control" />
        <Skeleton className="h-18 rounded-control" />
      </div>
      <Skeleton className="h-11 w-72 max-w-full rounded-control" />
      <Skeleton className="h-30 rounded-control sm:h-18" />
      <Skeleton className="h-11 w-52 rounded-control" />
      <Skeleton className="h-18 w-full rounded-control sm:h-11" />
    </Card>
    <Card className="flex flex-col gap-4">
      <Skeleton className="h-6 w-36" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-11 w-44 rounded-control" />
    </Card>
  </SkeletonGroup>
)

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

/** For a database into which rows were put by hand. */
export function SequenceCard() {
  const { data, isPending, mutate } = useMutation(fixSequence)
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">User sequence</h2>
        <p className="mt-1 text-mute">
          Lets the ids of new users begin behind those there are. Needed only after rows were put into the database by
          hand; it changes no user.
        </p>
      </div>
      <Button className="self-start" onClick={() => mutate()} isBusy={isPending}>
        {isPending ? 'Fixing…' : 'Fix User Sequence'}
      </Button>
      {data?.success && (
        <p role="status" className="font-semibold">
          User sequence fixed. The next user gets the id {count(data.nextUserId)}.
        </p>
      )}
      {data?.success === false && (
        <p role="alert" className="text-danger-ink">
          Failed to fix sequence{data.error && `: ${data.error}`}
        </p>
      )}
    </Card>
  )
}
