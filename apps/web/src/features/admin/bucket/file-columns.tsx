import type { BucketFile } from '@hotvote/shared/bucket'
import { counted } from '@hotvote/shared/counted'
import { Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import { dateTime } from '../../../lib/browser/format.ts'
import { mediaPath, trashPath } from '../../../lib/operator/admin-paths.ts'
import { bucketSize } from '../../../lib/operator/bucket-size.ts'
import { Badge, type Tone } from '../../../ui/data/badge.tsx'
import type { Column } from '../../../ui/data/table-props.ts'
import { FilePicture } from './file-picture.tsx'

const VARIANTS = {
  original: 'Original',
  display: 'Display',
  thumb: 'Thumbnail',
  medium: 'Medium',
  small: 'Small',
  share: 'Preview',
}

/** What the file is for, and how that looks. */
function useOf({ usedBy }: BucketFile): [string, Tone] {
  if (!usedBy) return ['No item', 'danger']
  if (usedBy.isPending) return ['Uploading', 'warn']
  return usedBy.isTrashed ? ['In trash', 'warn'] : [VARIANTS[usedBy.variant], 'neutral']
}

function UseBadge({ file }: { file: BucketFile }) {
  const [text, tone] = useOf(file)
  return <Badge tone={tone}>{text}</Badge>
}

export const fileColumns: Column<BucketFile>[] = [
  {
    id: 'key',
    header: 'File',
    width: 300,
    cell: (file) => (
      <span className="flex items-baseline gap-3">
        {file.usedBy?.isTrashed ? (
          <Trash2 aria-hidden className="w-12 shrink-0 self-center text-mute" />
        ) : (
          <FilePicture file={file} className="w-12 shrink-0 self-center rounded-md" />
        )}
        <a
          href={file.usedBy?.isTrashed ? undefined : file.url}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 min-w-0 items-center font-medium [&[href]]:hover:underline focus-visible:-outline-offset-2"
        >
          {file.key}
        </a>
      </span>
    ),
  },
  { id: 'size', header: 'Size', width: 90, align: 'end', cell: ({ size }) => bucketSize(size) },
  { id: 'lastModified', header: 'Last Modified', width: 150, cell: ({ lastModified }) => dateTime(lastModified) },
  {
    id: 'variant',
    header: 'Use',
    width: 116,
    cell: (file) => <UseBadge file={file} />,
  },
  {
    id: 'item',
    header: 'Item',
    width: 200,
    cell: ({ usedBy, mediaName }) =>
      usedBy && (
        <Link
          href={usedBy.isTrashed ? trashPath(mediaName ?? '') : mediaPath(usedBy.mediaId)}
          className="flex min-h-11 flex-wrap items-center gap-x-2 text-not-ink hover:underline focus-visible:-outline-offset-2"
        >
          <span className="min-w-0">{mediaName}</span>
          <span className="shrink-0 text-sm text-mute">{counted(usedBy.votes, 'vote')}</span>
        </Link>
      ),
  },
]
