import { useRef } from 'react'
import { type More, useLoadMore } from '../../ui/data/load-more.tsx'
import { CardSkeletons } from '../../ui/feedback/skeleton.tsx'
import { TryAgain } from '../../ui/forms/button.tsx'
import { useNearViewport } from '../../ui/media/thumbnail.tsx'

export const gridClass = 'grid grid-cols-2 gap-2.5 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] sm:gap-4'

export const GridSkeleton = ({ cards }: { cards: number }) => (
  <CardSkeletons
    count={cards}
    className={gridClass}
    bodyClassName="h-[119px] p-4"
    boxes={['h-8', 'h-2 rounded-full!', 'h-6 w-1/2']}
  />
)

/** Loads more before the visitor reaches the end, and offers a retry after a failure. */
export function EndOfGrid({ more }: { more: More }) {
  const end = useRef<HTMLDivElement>(null)
  useLoadMore(useNearViewport(end), more)
  return (
    <div className="relative mt-2.5 min-h-24 sm:mt-4">
      {/* Reaches far up, so the next cards load early. */}
      <div ref={end} className="pointer-events-none absolute bottom-full h-[100rem] w-px" />
      {more.hasFailed ? (
        <div role="alert" className="flex flex-wrap items-center justify-center gap-4 p-4">
          <p className="text-mute">Couldn't load more.</p>
          <TryAgain onClick={more.load} />
        </div>
      ) : (
        <GridSkeleton cards={4} />
      )}
    </div>
  )
}
