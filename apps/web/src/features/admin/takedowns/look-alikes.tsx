import { count } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { Section } from '../../../ui/data/section.tsx'
import { LoadFailure } from '../../../ui/feedback/query-view.tsx'
import { LookAlikeCard } from './look-alike-card.tsx'
import { lookAlikesQuery } from './look-alikes.api.ts'

/** The oldest uploads that look like what was taken down, and wait for a decision; nothing while there are none. */
export function LookAlikes() {
  const { data, error, refetch } = useQuery(lookAlikesQuery)
  if (error && !data)
    return <LoadFailure errorTitle="Failed to load waiting uploads" error={error} onRetry={() => void refetch()} />
  if (!data || data.items.length === 0) return null
  const { items, total } = data
  return (
    <Section title={`Waiting for review (${count(total)})`}>
      <p className="-mt-2 text-mute">
        These uploads look like something that was taken down. Nobody sees them until you decide.
        {total > items.length && (
          <>
            {' '}
            Here are the oldest {items.length}; the{' '}
            <Link href={adminPaths.queue} className="text-not-ink underline underline-offset-4">
              queue
            </Link>{' '}
            lists all of them.
          </>
        )}
      </p>
      <ul aria-label="Waiting uploads" className="grid gap-4 lg:grid-cols-2">
        {items.map((item) => (
          <LookAlikeCard key={item.media.id} item={item} />
        ))}
      </ul>
    </Section>
  )
}
