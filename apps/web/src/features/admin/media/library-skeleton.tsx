import { CardSkeletons } from '../../../ui/feedback/skeleton.tsx'

/** Cards that are on their way, in about their final size. */
export const LibrarySkeleton = () => (
  <div aria-hidden className="flex flex-col gap-5">
    <div className="h-5 w-20 animate-breathe rounded-md bg-raised" />
    <CardSkeletons
      count={10}
      className="grid grid-cols-2 gap-4 md:grid-cols-[repeat(auto-fill,minmax(208px,1fr))]"
      bodyClassName="h-48 p-3"
      boxes={['h-5', 'h-4 w-2/3', 'h-9']}
    />
  </div>
)
