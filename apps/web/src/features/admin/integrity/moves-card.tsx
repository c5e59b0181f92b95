import { count, counted } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { syntheticQuery } from './integrity.api.ts'
import type { Moves } from './use-moves.tsx'

/** How far the recount is, and all synthetic voters at once. */
export function MovesCard({ moves }: { moves: Moves }) {
  const { work, setSyntheticAside } = moves
  const { data } = useQuery(syntheticQuery)
  const isBusy = work.isUnderWay || work.isPending
  return (
    <OperationCard
      title="Votes set aside"
      purpose="They are kept but not counted, and later votes of the same voters are not counted either. Voters see no difference."
      work={{ ...work, start: () => undefined, stop: undefined }}
      action={
        data !== undefined &&
        data.voters > data.setAside && (
          <Button isBusy={isBusy} onClick={setSyntheticAside}>
            Set synthetic votes aside
          </Button>
        )
      }
      progress={{ unit: 'items', label: 'Recount of items' }}
      result={({ message }) => (
        <p role="status" className="font-semibold">
          {message}.
        </p>
      )}
    >
      <p>
        {data === undefined ? (
          ' '
        ) : data.voters === 0 ? (
          <>
            There are no synthetic votes.{' '}
            <Link href={adminPaths.populateVotes} className="font-semibold underline">
              Vote Population
            </Link>{' '}
            makes them.
          </>
        ) : (
          <>
            <strong>{counted(data.voters, 'synthetic voter')}</strong>, {count(data.setAside)} of them set aside.
          </>
        )}
      </p>
    </OperationCard>
  )
}
