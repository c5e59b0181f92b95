import { repeat, Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { LIST_HEIGHT } from './log-list.tsx'

/** Of the line above the list, and of the list. */
export const LogSkeleton = () => (
  <SkeletonGroup label="Loading the audit log…" className="flex flex-col gap-2">
    <div className="flex h-11 items-center">
      <Skeleton className="h-4 w-56" />
    </div>
    <div className={`overflow-hidden rounded-card border border-line bg-panel ${LIST_HEIGHT}`}>
      {repeat(
        12,
        <div className="flex min-h-12.5 flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-3.5 max-sm:min-h-20">
          <Skeleton className="h-5.5 w-52 rounded-full!" />
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-4 flex-1 max-sm:hidden" />
        </div>,
      )}
    </div>
  </SkeletonGroup>
)
