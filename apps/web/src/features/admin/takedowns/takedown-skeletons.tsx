import { Card } from '../../../ui/card.tsx'
import { Bone, Skeleton, times } from '../../../ui/skeleton.tsx'

/** Of the list: `className` is that of the list itself. */
export const ListSkeleton = ({ className }: { className: string }) => (
  <Skeleton label="Loading takedown requests…" className={className}>
    <div className="h-full overflow-hidden rounded-card border border-line bg-panel">
      {times(
        6,
        <div className="flex h-34.5 flex-col gap-2.5 border-b border-line px-4 py-3.5">
          <div className="flex justify-between gap-4">
            <Bone className="h-5 w-36" />
            <Bone className="h-6 w-20 rounded-full!" />
          </div>
          <Bone className="h-3.5 w-44" />
          <Bone className="h-4" />
          <Bone className="h-3.5 w-28" />
        </div>,
      )}
    </div>
  </Skeleton>
)

/** Of the detail. */
export const DetailSkeleton = () => (
  <Skeleton label="Loading the request…" className="flex min-h-0 flex-1 flex-col">
    <Card className="flex min-h-0 flex-1 flex-col gap-6 overflow-hidden p-4! sm:p-6!">
      <div className="flex flex-col gap-2.5">
        <Bone className="h-6 w-44" />
        <Bone className="h-4 w-72 max-w-full" />
      </div>
      <Bone className="h-38 shrink-0 rounded-control" />
      {times(
        3,
        <div className="flex flex-col gap-2.5">
          <Bone className="h-3.5 w-36" />
          <Bone className="h-4" />
          <Bone className="h-4 w-2/3" />
        </div>,
      )}
    </Card>
  </Skeleton>
)
