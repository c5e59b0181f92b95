import { count } from '@hotvote/shared/counted'
import { ACCEPTED_TYPES, UPLOAD_MAX_BYTES } from '@hotvote/shared/limits'
import { clsx } from 'clsx'
import { Ban, CloudUpload } from 'lucide-react'
import { useEffect } from 'react'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { toast } from '../../lib/browser/toasts.ts'
import { ACCEPTED_NAMES, FILES_PER_DROP, rejectionText, sortPasted } from './accepted-files.ts'
import { uploads } from './uploads.ts'

/** Adds files pasted anywhere on the page (`visitor.md §2`), except into fields. */
export function usePagePaste(isClosed: boolean) {
  useEffect(() => {
    if (isClosed) return
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isField(event.target)) return
      event.preventDefault()
      const { accepted, problems } = sortPasted(files)
      uploads.add(accepted)
      if (problems.length > 0)
        toast({ title: 'Invalid File', description: problems.join('. '), variant: 'destructive' })
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [isClosed])
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null

export const useUploadZone = (isClosed: boolean) =>
  useDropzone({
    disabled: isClosed,
    accept: ACCEPTED_TYPES,
    maxSize: UPLOAD_MAX_BYTES,
    getErrorMessage: rejectionText,
    onDrop: take,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
  })

function take(accepted: File[], rejections: readonly FileRejection[]) {
  uploads.add(
    accepted.slice(0, FILES_PER_DROP),
    rejections.map(({ file, errors }) => ({ file, error: errors.map(({ message }) => message).join('. ') })),
  )
  const leftOut = accepted.length - FILES_PER_DROP
  if (leftOut > 0)
    toast({
      title: 'Too many files',
      description: `You can add ${FILES_PER_DROP} at a time. ${count(leftOut)} ${leftOut === 1 ? "wasn't" : "weren't"} added.`,
      variant: 'destructive',
    })
}

const MAX_MEGABYTES = UPLOAD_MAX_BYTES / 1024 ** 2

type Props = {
  isCompact: boolean
  drag: 'none' | 'over' | 'refused'
  onBrowse: () => void
}

/** Drop zone, which is also a button so that keyboard users can open the file dialog. */
export function UploadZone({ isCompact, drag, onBrowse }: Props) {
  const Icon = drag === 'refused' ? Ban : CloudUpload
  return (
    <button
      type="button"
      onClick={onBrowse}
      className={clsx(
        'group flex w-full items-center justify-center rounded-card border-2 border-dashed transition',
        isCompact ? 'gap-4 p-4 text-left sm:p-5' : 'min-h-64 flex-col gap-4 p-6 text-center sm:min-h-80',
        drag === 'none' && 'border-edge bg-panel hover:border-hot-ink',
        drag === 'over' && 'border-hot-ink bg-hot/8',
        drag === 'refused' && 'border-warn-ink bg-raised',
      )}
    >
      <span
        className={clsx(
          'grid shrink-0 place-items-center rounded-full transition',
          isCompact ? 'size-12' : 'size-16',
          drag === 'none' && 'bg-raised text-hot-ink group-hover:scale-105',
          drag === 'over' && 'gradient-hot scale-110 text-white',
          drag === 'refused' && 'bg-panel text-warn-ink',
        )}
      >
        <Icon aria-hidden className={isCompact ? 'size-6' : 'size-8'} />
      </span>
      <span className={clsx('flex flex-col gap-1 text-balance', isCompact && 'min-w-0 flex-1')}>
        <span className={clsx('font-semibold', !isCompact && 'text-xl tracking-tight')}>
          <Heading drag={drag} isCompact={isCompact} />
        </span>
        {/* Phones can't drop or paste files. */}
        {!isCompact && (
          <span className="text-mute pointer-coarse:hidden">
            or <span className="font-medium text-hot-ink underline underline-offset-4">browse your files</span>, or
            paste from the clipboard
          </span>
        )}
        <span className="text-sm text-mute">
          {ACCEPTED_NAMES}, up to {MAX_MEGABYTES} MB each
        </span>
      </span>
    </button>
  )
}

function Heading({ drag, isCompact }: Pick<Props, 'drag' | 'isCompact'>) {
  if (drag === 'over') return 'Drop to add'
  if (drag === 'refused') return "Some of these files can't be uploaded"
  return (
    <>
      <span className="pointer-coarse:hidden">
        {isCompact ? 'Drop more, browse or paste' : 'Drop photos and videos here'}
      </span>
      <span className="not-pointer-coarse:hidden">{isCompact ? 'Choose more' : 'Choose photos and videos'}</span>
    </>
  )
}
