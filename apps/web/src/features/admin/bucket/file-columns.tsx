import type { BucketFile } from '@hotvote/shared/bucket'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/admin-paths.ts'
import { counted, dateTime } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/table-props.ts'
import { bucketSize } from './bucket-size.ts'
import { FilePicture } from './file-picture.tsx'

const VARIANTS = { original: 'Original', display: 'Display', thumb: 'Thumbnail' }

const useOf = ({ usedBy }: BucketFile) =>
  usedBy ? (usedBy.isPending ? 'Uploading' : VARIANTS[usedBy.variant]) : 'No item'

export const fileColumns: Column<BucketFile>[] = [
  {
    id: 'key',
    header: 'File',
    width: 420,
    cell: (file) => (
      // On phones as wide as what is seen of it, with what the columns beyond say.
      <span className="flex items-center gap-3 max-sm:w-[calc(100vw-7.5rem)]">
        <FilePicture file={file} className="w-12 shrink-0 rounded-md" />
        <a
          href={file.url}
          target="_blank"
          rel="noreferrer"
          title={file.key}
          className="flex min-h-11 min-w-0 flex-col justify-center font-medium hover:underline focus-visible:-outline-offset-2"
        >
          <span className="truncate">{file.key}</span>
          <span aria-hidden className="truncate text-sm font-normal text-mute sm:hidden">
            {bucketSize(file.size)} · {useOf(file)}
          </span>
        </a>
      </span>
    ),
  },
  { id: 'size', header: 'Size', width: 100, align: 'end', cell: ({ size }) => bucketSize(size) },
  { id: 'lastModified', header: 'Last Modified', width: 215, cell: ({ lastModified }) => dateTime(lastModified) },
  {
    id: 'variant',
    header: 'Use',
    width: 140,
    cell: (file) => (
      <Badge tone={file.usedBy ? (file.usedBy.isPending ? 'warn' : 'neutral') : 'danger'}>{useOf(file)}</Badge>
    ),
  },
  {
    id: 'item',
    header: 'Item',
    width: 240,
    cell: ({ usedBy, mediaName }) =>
      usedBy && (
        <Link
          href={`${adminPaths.media}?id=${usedBy.mediaId}`}
          className="flex min-h-11 items-center gap-2 text-not-ink hover:underline focus-visible:-outline-offset-2"
        >
          <span className="truncate">{mediaName}</span>
          <span className="shrink-0 text-sm text-mute">{counted(usedBy.votes, 'vote')}</span>
        </Link>
      ),
  },
]
