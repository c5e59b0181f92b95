import { clsx } from 'clsx'
import { Card } from '../../../ui/data/card.tsx'
import { repeat, Skeleton, SkeletonGroup, SkeletonRow, SkeletonRows } from '../../../ui/feedback/skeleton.tsx'

/** List and detail side by side. */
export const COLUMNS =
  'grid items-start gap-4 md:grid-cols-[minmax(17rem,2fr)_minmax(0,3fr)] xl:grid-cols-[26rem_minmax(0,1fr)]'
/** They fill what the window leaves, and scroll each by itself. */
export const PANE = 'md:h-[calc(100svh-19rem)] md:min-h-112 lg:h-[calc(100svh-15.5rem)]'

/** Of the screen, until it is known whether look-alikes stand above all else. A phone shows a request that is open at once. */
export const ScreenSkeleton = ({ isOpen }: { isOpen: boolean }) => (
  <SkeletonGroup className={clsx('flex flex-col gap-5', isOpen && 'max-md:hidden')}>
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {repeat(4, <Skeleton className="h-22 rounded-card!" />)}
    </div>
    <div className={COLUMNS}>
      <div className={clsx('flex min-w-0 flex-col gap-3', PANE)}>
        <Skeleton className="h-18 shrink-0 rounded-control" />
        <ListSkeleton className="min-h-0 max-md:max-h-[70svh] md:flex-1" />
      </div>
      <div className={clsx('flex min-w-0 flex-col max-md:hidden', PANE)}>
        {isOpen ? <DetailSkeleton /> : <Card className="flex-1" />}
      </div>
    </div>
  </SkeletonGroup>
)

/** Of the list: `className` is that of the list itself. */
export const ListSkeleton = ({ className }: { className: string }) => (
  <SkeletonGroup label="Loading takedown requests…" className={className}>
    <div className="h-full overflow-hidden rounded-card border border-line bg-panel">
      {repeat(
        6,
        <div className="flex h-34.5 flex-col gap-2.5 border-b border-line px-4 py-3.5">
          <SkeletonRow className="flex justify-between gap-4" boxes={['h-5 w-36', 'h-6 w-20 rounded-full!']} />
          <Skeleton className="h-3.5 w-44" />
          <Skeleton className="h-4" />
          <Skeleton className="h-3.5 w-28" />
        </div>,
      )}
    </div>
  </SkeletonGroup>
)

/** Of the detail. */
export const DetailSkeleton = () => (
  <SkeletonGroup label="Loading the request…" className="flex min-h-0 flex-1 flex-col">
    <Card className="flex min-h-0 flex-1 flex-col gap-6 overflow-hidden p-4! sm:p-6!">
      <SkeletonRow className="flex flex-col gap-2.5" boxes={['h-6 w-44', 'h-4 w-72 max-w-full']} />
      <Skeleton className="h-38 shrink-0 rounded-control" />
      <SkeletonRows count={3} className="flex flex-col gap-2.5" boxes={['h-3.5 w-36', 'h-4', 'h-4 w-2/3']} />
    </Card>
  </SkeletonGroup>
)
