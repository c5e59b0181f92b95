import { Skeleton, SkeletonGroup, SkeletonRows } from './skeleton.tsx'

/** Rows that are on their way, in the size of a `DataTable` and of the line that says how many there are. */
export const TableSkeleton = ({ hasCount = true }: { hasCount?: boolean }) => (
  <SkeletonGroup className="flex flex-col gap-2">
    {hasCount && <Skeleton className="h-5 w-44" />}
    <div className="max-h-[70svh] overflow-hidden rounded-card border border-line bg-panel">
      <div className="h-12" />
      <SkeletonRows
        count={12}
        className="flex h-14 items-center gap-8 border-t border-line px-3"
        boxes={['h-4 w-28', 'h-4 w-40', 'h-4 flex-1 max-sm:hidden']}
      />
    </div>
  </SkeletonGroup>
)
