import { Card } from '../../../ui/data/card.tsx'
import {
  CardSkeletons,
  Skeleton,
  SkeletonGroup,
  SkeletonRow,
  SkeletonRows,
  TableSkeleton,
} from '../../../ui/feedback/skeleton.tsx'

/** Of what may be done about a user. */
export const ActsSkeleton = () => (
  <div aria-hidden>
    <SkeletonRow
      className="flex flex-wrap gap-2"
      boxes={[
        'h-11 w-27 rounded-control',
        'h-11 w-24 rounded-control',
        'h-11 w-42 rounded-control',
        'h-11 w-43 rounded-control',
      ]}
    />
  </div>
)

/** Of a user and the part that is open. */
export const UserSkeleton = ({ isOfUploads }: { isOfUploads: boolean }) => (
  <SkeletonGroup label="Loading the user…" className="flex flex-col gap-5">
    <Card>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4">
        <SkeletonRows
          count={4}
          className="flex flex-col gap-1 py-1"
          boxes={['h-3.5 w-24 max-w-full', 'h-5 w-32 max-w-full']}
        />
      </div>
    </Card>
    <SkeletonRow
      className="flex flex-wrap gap-2"
      boxes={[
        'h-11 w-28 rounded-control',
        'h-11 w-23 rounded-control',
        'h-11 w-30 rounded-control',
        'h-11 w-33 rounded-control',
        'h-11 w-25 rounded-control',
      ]}
    />
    {isOfUploads ? <UploadsSkeleton /> : <TableSkeleton hasCount={false} />}
  </SkeletonGroup>
)

/** Of a user's uploads, with the line above them. */
export const UploadsSkeleton = () => (
  <SkeletonGroup label="Loading the uploads…" className="flex flex-col gap-3">
    <div className="flex h-11 items-center">
      <Skeleton className="h-4 w-48" />
    </div>
    <CardSkeletons
      count={8}
      className="grid grid-cols-2 gap-4 md:grid-cols-[repeat(auto-fill,minmax(208px,1fr))]"
      bodyClassName="px-3 py-2.5 gap-2!"
      boxes={['h-4', 'h-3 w-2/3', 'h-3.5 w-3/4']}
    />
  </SkeletonGroup>
)
