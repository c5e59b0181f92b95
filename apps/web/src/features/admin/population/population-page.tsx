import { count } from '@hotvote/shared/counted'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { useLatestOperation } from '../../../lib/operator/operations.ts'
import { mediaTotalsQuery } from '../../../lib/operator/totals.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { CardSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { fixSequence } from './population.api.ts'
import { PopulationCard } from './population-card.tsx'

/** Vote Population (`admin.md §2`). */
export function PopulationPage() {
  const { data: totals, isFetched } = useQuery(mediaTotalsQuery)
  const { data, loadError, reload } = useLatestOperation('populate-votes')
  // Shows both parts together, so neither moves the other.
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
      <QueryView query={query} errorTitle="Failed to load vote population" loading={<CardSkeleton rows={8} />}>
        {() => (
          <div className="grid items-start gap-5 xl:grid-cols-[2fr_1fr]">
            <PopulationCard totalMedia={totals?.totalMedia} />
            <SequenceCard />
          </div>
        )}
      </QueryView>
    </AdminPage>
  )
}

/** Repairs the id sequence after manual inserts. */
export function SequenceCard() {
  const { data, isPending, mutate } = useMutation(fixSequence)
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">User sequence</h2>
        <p className="mt-1 text-mute">
          Continues user ids after the highest existing one. Needed only after manual inserts.
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
