import { count } from '@hotvote/shared/counted'
import { CircleStop, RotateCw, Upload, X } from 'lucide-react'
import { Button } from '../../ui/forms/button.tsx'
import { FilePreview } from './file-preview.tsx'
import { isActive, isProcessing, type UploadItem } from './upload-item.ts'
import { UploadDetail, UploadStatus } from './upload-status.tsx'
import { uploads } from './uploads.ts'

type Props = { item: UploadItem }

/** Scroll margins, so neither the list's head nor the bottom bar covers the focused element. */
const CLEAR = 'scroll-mt-48 scroll-mb-24'

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
              {item.more > 0 && ` and ${count(item.more)} more`}
            </p>
            <UploadStatus item={item} />
          </div>
          {hasAction && <RowAction item={item} />}
          <Button
            variant="ghost"
            size="icon"
            className={`${CLEAR} -mr-2 text-mute hover:text-danger-ink`}
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

/** One button for all actions, so it keeps the keyboard focus. */
function RowAction({ item }: Props) {
  const { label, icon: Icon, run } = getAction(item)
  return (
    <Button
      className={`${CLEAR} max-sm:size-11 max-sm:px-0`}
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
