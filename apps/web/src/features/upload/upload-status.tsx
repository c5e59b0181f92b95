import { CircleCheck, Clock, LoaderCircle, TriangleAlert } from 'lucide-react'
import { megabytes } from '../../lib/format.ts'
import { Progress } from '../../ui/progress.tsx'
import { speedText } from './transfer-text.ts'
import { isProcessing, type UploadItem } from './upload-item.ts'

/** The lines under a file's name: size, status, and a bar while it is on its way. */
export function UploadStatus({ item }: { item: UploadItem }) {
  const { status, file } = item
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
        <span>{megabytes(file.size)}</span>
        <span aria-hidden>·</span>
        <Words item={item} />
      </p>
      {status === 'error' && <p className="text-sm break-words text-danger-ink">{item.error}</p>}
      {status === 'uploading' && <Bar item={item} />}
    </>
  )
}

function Words({ item }: { item: UploadItem }) {
  const icon = 'size-4 shrink-0'
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
  if (item.status === 'uploading') return <Sending item={item} />
  if (item.waiting)
    return (
      <span className="inline-flex items-center gap-1">
        <Clock aria-hidden className={icon} /> Waiting
      </span>
    )
  return <span>Pending</span>
}

const Sending = ({ item }: { item: UploadItem }) => (
  <span className="font-medium text-text">
    Uploading {item.progress}%
    {item.speed > 0 && <span className="font-normal text-mute"> · {speedText(item.speed)}</span>}
  </span>
)

/** Once all is sent nobody knows how long the server needs: the bar then says so instead of standing still at 100. */
function Bar({ item }: { item: UploadItem }) {
  const label = `Upload of ${item.file.name}`
  if (!isProcessing(item)) return <Progress value={item.progress} label={label} className="mt-1.5" />
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuetext="Processing"
      className="mt-1.5 h-2 rounded-full bg-raised"
    >
      <div className="gradient-hot h-full animate-breathe rounded-full" />
    </div>
  )
}
