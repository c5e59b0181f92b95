import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { hasStatus } from '../../../lib/api/call-error.ts'
import { dateTime } from '../../../lib/browser/format.ts'
import { Age, Due, StatusBadge } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { LoadFailure } from '../../../ui/feedback/query-view.tsx'
import { CardSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { TakedownDecision } from './takedown-decision.tsx'
import { TakedownFacts, TakedownUploader } from './takedown-facts.tsx'
import { TakedownItems } from './takedown-items.tsx'
import { type Removal, type ShownTakedown, type TakedownParams, takedownQuery, takedownsHref } from './takedowns.api.ts'

type Props = {
  id: number
  params: TakedownParams
  onDone: () => void
  className: string
}

export function TakedownDetail({ id, params, onDone, className }: Props) {
  const { data: takedown, error, refetch } = useQuery(takedownQuery(id))
  return (
    <section aria-label={`Request #${id}`} className={clsx('flex min-w-0 flex-col', className)}>
      <Link
        href={takedownsHref({ ...params, id: '' })}
        className="-mt-2 mb-1 flex min-h-11 items-center gap-1 self-start rounded-control pr-3 font-semibold md:hidden"
      >
        <ChevronLeft aria-hidden className="size-5" />
        All requests
      </Link>
      {takedown ? (
        // `relative`, so screen-reader-only content does not extend the page.
        <Card className="relative flex min-h-0 flex-1 flex-col p-0! md:overflow-y-auto">
          <Content takedown={takedown} onDone={onDone} />
        </Card>
      ) : error ? (
        <LoadFailure
          errorTitle="Failed to load DMCA takedowns"
          error={error}
          onRetry={() => void refetch()}
          // A retry after 404 would not help.
          action={hasStatus(error, 404) && <BackToList params={params} />}
        />
      ) : (
        <CardSkeleton rows={12} />
      )}
    </section>
  )
}

const BackToList = ({ params }: { params: TakedownParams }) => (
  <ButtonLink href={takedownsHref({ ...params, id: '' })} variant="primary" className="mt-4">
    Back to all requests
  </ButtonLink>
)

type ContentProps = Pick<Props, 'onDone'> & { takedown: ShownTakedown }

function Content({ takedown, onDone }: ContentProps) {
  const [choice, setChoice] = useState<Removal>({ removeMedia: false, keep: [] })
  const { id, items, status } = takedown
  const here = items.flatMap(({ media }) => media?.id ?? [])
  const canRemove = here.length > 0 && (status === 'pending' || status === 'reviewed')
  const keep = here.filter((mediaId) => choice.keep.includes(mediaId))
  const removeMedia = canRemove && choice.removeMedia && keep.length < here.length
  return (
    <>
      <div className="flex flex-1 flex-col gap-6 p-4 sm:p-6">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="text-xl [overflow-wrap:anywhere]">{takedown.complainantName}</h2>
            <p className="mt-1 text-mute">
              Request #{id} · received {dateTime(takedown.createdAt)}
              <Age openedAt={takedown.openedAt} />
            </p>
            <Due dueAt={takedown.dueAt} />
          </div>
          <StatusBadge status={status} />
        </div>
        <TakedownItems takedown={takedown} choice={choice} onChoose={canRemove ? setChoice : undefined} />
        {takedown.uploader && <TakedownUploader uploader={takedown.uploader} />}
        <TakedownFacts takedown={takedown} />
      </div>
      <TakedownDecision {...{ takedown, onDone }} removal={{ removeMedia, keep: removeMedia ? keep : [] }} />
    </>
  )
}
