import { listWaitingUploads } from '@hotvote/shared/operator/upload-review'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useIsAdmin } from '../../../lib/operator/own-login.ts'
import { useWaitingUploads } from '../../../lib/operator/queue-count.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { Pager, usePageStart } from '../../../ui/data/pager.tsx'
import { Empty, QueryView } from '../../../ui/feedback/query-view.tsx'
import { reviewQuery } from './review.api.ts'
import { ReviewGrid } from './review-grid.tsx'
import { UploadReview } from './upload-review.tsx'

/** Upload review screen (docs/decisions/038). */
export function ReviewPage() {
  const cursor = usePageStart(listWaitingUploads)
  const query = useQuery(reviewQuery(cursor))
  const isAdmin = useIsAdmin()
  return (
    <AdminPage
      title="Review"
      purpose="Uploads that visitors see only after you approve them. Reported ones first, then the oldest."
      waiting={useWaitingUploads()}
    >
      <QueryView query={query} errorTitle="Failed to load the waiting uploads">
        {({ items, total, next }) => (
          <section aria-label="Waiting" className="flex flex-col gap-3">
            <ReviewGrid items={items} total={total} onNext={query.refetch} />
            {items.length === 0 && (
              <Card>
                <Empty icon={CircleCheck} title={cursor === '' ? 'All caught up' : 'Nothing left on this page'}>
                  Uploads that wait for review are listed here.{isAdmin && ' Choose below which ones wait.'}
                </Empty>
              </Card>
            )}
            <Pager next={next} isLoading={query.isPlaceholderData} />
          </section>
        )}
      </QueryView>
      {/* The form is below the pictures, so they do not move when the form loads. */}
      {query.isFetched && isAdmin && <UploadReview />}
    </AdminPage>
  )
}
