import { count, counted } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { Button } from '../../../ui/button.tsx'
import { OperationCard } from '../../../ui/operation-card.tsx'
import { syntheticQuery } from './integrity.api.ts'
import type { Moves } from './use-moves.tsx'

/** How far the setting aside of any votes is, and all synthetic votes at once. */
export function MovesCard({ moves }: { moves: Moves }) {
  const { work, setSyntheticAside, countSyntheticAgain } = moves
  const { data } = useQuery(syntheticQuery)
  const isBusy = work.isUnderWay || work.isPending
  const counting = data ? data.votes - data.setAside : 0
  return (
    <OperationCard
      title="Votes set aside"
      purpose="They stay, and count in no total: neither on their items nor in the plots. Whoever cast them notices nothing."
      work={{ ...work, start: () => undefined }}
      action={
        <div className="flex flex-wrap gap-2">
          {counting > 0 && (
            <Button isBusy={isBusy} onClick={() => setSyntheticAside(counting)}>
              Set synthetic votes aside
            </Button>
          )}
          {data !== undefined && data.setAsideTogether > 0 && (
            <Button isBusy={isBusy} onClick={countSyntheticAgain}>
              Count synthetic votes again
            </Button>
          )}
        </div>
      }
      progress={{ unit: 'votes', label: 'Votes that are set aside or count again' }}
      result={({ message }, { status }) => (
        <p role="status" className="font-semibold">
          {status === 'stopped' && 'Stopped. '}
          {message}.
        </p>
      )}
    >
      <p>
        {data === undefined ? (
          ' '
        ) : data.votes === 0 ? (
          <>
            There are no synthetic votes.{' '}
            <Link href={adminPaths.populateVotes} className="font-semibold underline">
              Vote Population
            </Link>{' '}
            makes them.
          </>
        ) : (
          <>
            <strong>{counted(data.votes, 'vote')}</strong> of {counted(data.voters, 'synthetic user')},{' '}
            {count(data.setAside)} of them set aside.
          </>
        )}
      </p>
    </OperationCard>
  )
}
