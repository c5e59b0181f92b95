import { TRASH_DAYS } from '@hotvote/shared/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Images, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { AdminPage } from '../../../ui/admin-page.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { moreOf } from '../../../ui/load-more.tsx'
import { OperationProgress } from '../../../ui/operation-progress.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { trashQuery } from './trash.api.ts'
import { TrashList } from './trash-list.tsx'
import { useEmptying } from './use-trash.ts'

/** What was deleted and can be brought back (docs/decisions/075). */
export function TrashPage() {
  const query = useInfiniteQuery(trashQuery)
  const emptying = useEmptying()
  const total = query.data?.total ?? 0
  return (
    <AdminPage
      title="Trash"
      purpose={`What was deleted in the last ${TRASH_DAYS} days. Bring it back, or delete it for good.`}
      action={
        <div className="flex flex-wrap gap-2">
          <Link href={adminPaths.media} className={buttonClass()}>
            <Images aria-hidden className="size-4" /> Media
          </Link>
          {(total > 0 || emptying.isUnderWay) && (
            <Button
              className="text-danger-ink!"
              isBusy={emptying.isUnderWay || emptying.isPending}
              onClick={() => emptying.empty(total)}
            >
              <Trash2 aria-hidden className="size-4" />
              {emptying.isUnderWay ? 'Emptying…' : 'Empty the trash'}
            </Button>
          )}
        </div>
      }
    >
      {emptying.operation && emptying.isUnderWay && (
        <OperationProgress operation={emptying.operation} unit="items" label="Emptying" onStop={emptying.stop} />
      )}
      <QueryView query={query} errorTitle="Failed to fetch the trash" loading={<LibrarySkeleton />}>
        {({ items, total: all }) => <TrashList items={items} total={all} more={moreOf(query)} />}
      </QueryView>
    </AdminPage>
  )
}
