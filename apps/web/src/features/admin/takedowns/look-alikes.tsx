import { count } from '@hotvote/shared/counted'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Section } from '../../../ui/section.tsx'
import { LookAlikeCard } from './look-alike-card.tsx'
import { lookAlikesQuery } from './look-alikes.api.ts'

/** Uploads that look like what was taken down, and wait for a decision; nothing while there are none. */
export function LookAlikes() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(lookAlikesQuery)
  if (error && !data)
    return <LoadFailure errorTitle="Failed to load waiting uploads" error={error} onRetry={() => void refetch()} />
  const items = data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <Section title={`Waiting for review (${count(data?.pages[0]?.total ?? items.length)})`}>
      <p className="-mt-2 text-mute">
        These uploads look like something that was taken down. Nobody sees them until you decide.
      </p>
      <ul aria-label="Waiting uploads" className="grid gap-4 lg:grid-cols-2">
        {items.map((item) => (
          <LookAlikeCard key={item.media.id} item={item} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="self-center" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Section>
  )
}
