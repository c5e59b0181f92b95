import { count } from '@hotvote/shared/counted'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { LeavingButton } from '../../../ui/leaving-button.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Section } from '../../../ui/section.tsx'
import { LookAlikeCard } from './look-alike-card.tsx'
import { lookAlikesQuery } from './look-alikes.api.ts'
import { useHeld } from './use-held.ts'

/** Uploads that look like what was taken down, and wait for a decision; nothing while there are none. */
export function LookAlikes({ asked }: { asked: number }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(lookAlikesQuery)
  const list = useRef<HTMLUListElement>(null)
  const { shown = [], held } = useHeld(
    data?.pages.flatMap((page) => page.items),
    ({ media }) => media.id,
    // The oldest come first: what is new here while there are more pages is what moved up from them.
    { waiting: hasNextPage ? 'none' : 'all', asked: `${asked} ${data?.pages.length} ${hasNextPage}` },
  )
  const letIn = () => {
    flushSync(held.letIn)
    // The pressed button is gone.
    list.current?.focus({ preventScroll: true })
  }
  if (error && !data)
    return <LoadFailure errorTitle="Failed to load waiting uploads" error={error} onRetry={() => void refetch()} />
  return (
    <>
      {/* It hangs over what is there: the list and the request that is open stay where they are. */}
      <div role="status" aria-label="New uploads" className="sticky top-16 z-20 -mb-4 flex h-0 justify-center lg:top-2">
        {held.count > 0 && (
          <Button size="small" className="shadow-soft" onClick={letIn}>
            <ArrowUp aria-hidden className="size-4" />
            Show {count(held.count)} new {held.count === 1 ? 'upload' : 'uploads'} to review
          </Button>
        )}
      </div>
      {shown.length > 0 && (
        <Section
          title={`Waiting for review (${count((data?.pages[0]?.total ?? shown.length + held.count) - held.count)})`}
        >
          <p className="-mt-2 text-mute">
            These uploads look like something that was taken down. Nobody sees them until you decide.
          </p>
          <ul ref={list} tabIndex={-1} aria-label="Waiting uploads" className="grid gap-4 lg:grid-cols-2">
            {shown.map((item) => (
              <LookAlikeCard key={item.media.id} item={item} />
            ))}
          </ul>
          {hasNextPage && (
            <LeavingButton
              className="self-center"
              isBusy={isFetchingNextPage}
              heirOf={() => list.current}
              onClick={() => void fetchNextPage()}
            >
              Show more
            </LeavingButton>
          )}
        </Section>
      )}
    </>
  )
}
