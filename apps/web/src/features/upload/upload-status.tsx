import { CircleCheck, Clock, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useReach } from '../../lib/api/reachability.ts'
import { megabytes } from '../../lib/browser/format.ts'
import { Progress } from '../../ui/feedback/progress.tsx'
import { speedText } from './transfer-text.ts'
import { isProcessing, type UploadItem } from './upload-item.ts'

export const UploadStatus = ({ item }: { item: UploadItem }) => (
  <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
    {item.more === 0 && (
      <>
        <span>{megabytes(item.file.size)}</span>
        <span aria-hidden>·</span>
      </>
    )}
    <StatusText item={item} />
  </p>
)

export function UploadDetail({ item }: { item: UploadItem }) {
  if (item.status === 'uploading') return <Bar item={item} />
  if (item.isInReview)
    return (
      <p className="mt-0.5 text-sm text-mute">
        This looks like content that was removed before, so we'll review it first.
      </p>
    )
  if (item.isLeft)
    return <p className="mt-0.5 text-sm text-mute">You switched accounts. Upload it again to add it to this one.</p>
  if (item.status === 'error')
    return (
      <>
        <p className="mt-0.5 text-sm break-words text-danger-ink">{item.error}</p>
        {item.isCutOff && <GoesOn />}
      </>
    )
  return null
}

function GoesOn() {
  const reach = useReach()
  if (reach === 'there') return null
  return (
    <p className="text-sm text-mute">
      {reach === 'offline'
        ? "This upload continues when you're back online."
        : "We're having trouble on our side. This upload continues as soon as we're back."}
    </p>
  )
}

function StatusText({ item }: { item: UploadItem }) {
  const icon = 'size-4 shrink-0'
  if (item.isInReview)
    return (
      <span className="inline-flex items-center gap-1 font-medium text-warn-ink">
        <Clock aria-hidden className={icon} /> Waiting for review
      </span>
    )
  if (item.status === 'completed')
    return (
      <span className="inline-flex items-center gap-1 font-medium text-ok-ink">
        <CircleCheck aria-hidden className={icon} /> Completed
      </span>
    )
  if (item.status === 'error')
    return (
      <span className="inline-flex items-center gap-1 font-medium text-danger-ink">
        <TriangleAlert aria-hidden className={icon} /> Error
      </span>
    )
  if (isProcessing(item))
    return (
      <span className="inline-flex items-center gap-1 font-medium text-text">
        <LoaderCircle aria-hidden className={`${icon} animate-spin`} /> Processing…
      </span>
    )
  if (item.status === 'uploading') return <span className="font-medium text-text">Uploading</span>
  if (item.waiting)
    return (
      <span className="inline-flex items-center gap-1">
        <Clock aria-hidden className={icon} /> Waiting
      </span>
    )
  return <span>Pending</span>
}

/** The bar is indeterminate after the last byte, because the server's processing time is unknown. */
function Bar({ item }: { item: UploadItem }) {
  const label = `Upload of ${item.file.name}`
  if (isProcessing(item))
    return (
      <div role="progressbar" aria-label={label} aria-valuetext="Processing" className="mt-2 mb-1 h-2">
        <div className="gradient-hot h-full animate-breathe rounded-full" />
      </div>
    )
  return (
    <div className="mt-0.5 flex items-center gap-3">
      <Progress value={item.progress} label={label} className="flex-1" />
      <span className="text-sm whitespace-nowrap text-mute">
        {item.progress}%{item.speed > 0 && ` · ${speedText(item.speed)}`}
      </span>
    </div>
  )
}
