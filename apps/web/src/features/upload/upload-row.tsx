import { clsx } from 'clsx'
import {
  CircleCheck,
  CircleStop,
  Clock,
  Film,
  ImageOff,
  LoaderCircle,
  type LucideIcon,
  Play,
  RotateCw,
  TriangleAlert,
  Upload,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { useReach } from '../../lib/api/reachability.ts'
import { megabytes } from '../../lib/browser/format.ts'
import { useObjectUrl } from '../../lib/browser/hooks.ts'
import { ContactLink } from '../../ui/data/contact-link.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { VideoStill } from '../../ui/media/video-player.tsx'
import { isAcceptedType } from './accepted-files.ts'
import { speedText } from './upload.api.ts'
import { isActive, isProcessing, type UploadItem } from './upload-item.ts'
import { uploads } from './uploads.ts'

const UploadStatus = ({ item }: { item: UploadItem }) => (
  <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
    <span>{megabytes(item.file.size)}</span>
    <span aria-hidden>·</span>
    <StatusText item={item} />
  </p>
)

function UploadDetail({ item }: { item: UploadItem }) {
  if (item.status === 'uploading') return <Bar item={item} />
  if (item.review) return <p className="mt-0.5 text-sm text-mute">{item.review.text}</p>
  if (item.status === 'error')
    return (
      <>
        <p className="mt-0.5 text-sm break-words text-danger-ink">
          {item.error} {item.isTakenDown && <ContactLink>Contact us if you think this is a mistake.</ContactLink>}
        </p>
        {item.isInterrupted && <GoesOn />}
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

type Status = { text: string; icon?: LucideIcon; className?: string }

function getStatus(item: UploadItem): Status {
  if (item.review) return { text: item.review.title, icon: Clock, className: 'font-medium text-warn-ink' }
  if (item.status === 'completed') return { text: 'Completed', icon: CircleCheck, className: 'font-medium text-ok-ink' }
  if (item.status === 'error') return { text: 'Error', icon: TriangleAlert, className: 'font-medium text-danger-ink' }
  if (isProcessing(item))
    return { text: 'Processing…', icon: LoaderCircle, className: 'font-medium text-text [&_svg]:animate-spin' }
  if (item.status === 'uploading') return { text: 'Uploading', className: 'font-medium text-text' }
  return item.waiting ? { text: 'Waiting', icon: Clock } : { text: 'Pending' }
}

function StatusText({ item }: { item: UploadItem }) {
  const { text, icon: Icon, className } = getStatus(item)
  return (
    <span className={clsx('inline-flex items-center gap-1', className)}>
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />} {text}
    </span>
  )
}

/** Progress bar, indeterminate after the last byte because the server's processing time is unknown. */
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

/** Thumbnail, hidden from screen readers because the file's name is next to it. */
function FilePreview({ file, isRefused }: { file: File; isRefused: boolean }) {
  // Browsers cannot display other types, and a refused file may be huge.
  const isShown = isAcceptedType(file.type) && !isRefused
  const url = useObjectUrl(isShown ? file : undefined)
  const [broken, setBroken] = useState(false)
  const isVideo = file.type.startsWith('video/')
  const fail = () => setBroken(true)
  return (
    <div
      aria-hidden
      className="relative grid size-14 shrink-0 place-items-center overflow-hidden rounded-control bg-raised text-mute sm:size-16"
    >
      {url === undefined || broken ? (
        <Placeholder isVideo={isVideo} isBroken={broken || !isShown} />
      ) : isVideo ? (
        <>
          <VideoStill url={url} onFail={fail} className="size-full object-cover" />
          <span className="absolute grid size-7 place-items-center rounded-full bg-black/60 text-white">
            <Play className="size-3.5 fill-current" />
          </span>
        </>
      ) : (
        <img src={url} alt="" decoding="async" onError={fail} className="size-full object-cover" />
      )}
    </div>
  )
}

function Placeholder({ isVideo, isBroken }: { isVideo: boolean; isBroken: boolean }) {
  if (isVideo) return <Film className="size-5" />
  return isBroken ? <ImageOff className="size-5" /> : null
}

type Props = { item: UploadItem }

/** Scroll margins that keep focused elements clear of the list's header and the bottom bar. */
const SCROLL_MARGIN = 'scroll-mt-48 scroll-mb-24'

export function UploadRow({ item }: Props) {
  const { id, file } = item
  const isFinal = item.refused || (item.status === 'error' && !item.isRetriable)
  const hasAction = item.status !== 'completed' && !isFinal && !isProcessing(item)
  return (
    <li className="flex animate-appear items-center gap-3 px-4 py-3 sm:gap-4 sm:px-5">
      <FilePreview file={file} isRefused={item.refused} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium" title={file.name}>
              {file.name}
            </p>
            <UploadStatus item={item} />
          </div>
          {hasAction && <RowAction item={item} />}
          <Button
            variant="ghost"
            size="icon"
            className={`${SCROLL_MARGIN} -mr-2 text-mute! hover:text-danger-ink!`}
            aria-label={`Remove ${file.name}`}
            onClick={() => uploads.remove(id)}
          >
            <X aria-hidden className="size-4.5" />
          </Button>
        </div>
        <UploadDetail item={item} />
      </div>
    </li>
  )
}

/** Uses one button for all actions, so the button keeps focus when the action changes. */
function RowAction({ item }: Props) {
  const { label, icon: Icon, run } = getAction(item)
  return (
    <Button
      className={`${SCROLL_MARGIN} max-sm:size-11 max-sm:px-0`}
      aria-label={`${label} ${item.file.name}`}
      onClick={run}
      onKeyDown={(event) => event.repeat && event.preventDefault()}
    >
      <Icon aria-hidden className="size-4.5" />
      <span className="max-sm:hidden">{label}</span>
    </Button>
  )
}

function getAction(item: UploadItem) {
  if (isActive(item)) return { label: 'Cancel', icon: CircleStop, run: () => uploads.cancel(item.id) }
  const run = () => uploads.start(item.id)
  return item.status === 'error' ? { label: 'Retry', icon: RotateCw, run } : { label: 'Upload', icon: Upload, run }
}
