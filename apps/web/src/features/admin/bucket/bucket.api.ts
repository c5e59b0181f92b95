import type {
  deleteBucketFiles,
  findDuplicates,
  findOrphans,
  listBucketFiles,
  ToldOfFile,
} from '@hotvote/shared/bucket'
import type { Sent } from '@hotvote/shared/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { cachedForGoingBack } from '../../../lib/net/cached-for.ts'
import { pagesAsOperator, startOperation } from '../../../lib/operator/call-as-operator.ts'
import { type Deletable, stayingCopies } from './deletable.ts'

/** Everything that a deletion makes untrue. */
export const BUCKET = ['admin', 'bucket']
const FILES = [...BUCKET, 'files']
/** Files a page. */
const PAGE = 200

export const filesQuery = (filters: Partial<Sent<typeof listBucketFiles, 'query'>>, locationKey: string) =>
  infiniteQueryOptions({
    queryKey: [...FILES, filters, locationKey],
    ...pagesAsOperator<typeof listBucketFiles>('GET /api/admin/list-bucket-files', {
      query: { ...filters, limit: PAGE },
    }),
    select: ({ pages }) => pages.flatMap(({ items }) => items.files),
    placeholderData: keepPreviousData,
    ...cachedForGoingBack,
  })

export const startDuplicates = () => startOperation<typeof findDuplicates>('GET /api/admin/find-duplicates')
export const startOrphans = () => startOperation<typeof findOrphans>('GET /api/admin/orphans')

const toldOf = (files: Deletable[]): ToldOfFile[] => {
  const stays = stayingCopies(files)
  return files.map((file) => file.item && { mediaId: file.item.id, stays: stays(file)?.item?.id })
}

/** With what the question said of each file: what is otherwise by now is refused. */
export const startDeletion = (files: Deletable[]) =>
  startOperation<typeof deleteBucketFiles>('POST /api/admin/delete-bucket-files', {
    body: { filenames: files.map(({ key }) => key), told: toldOf(files) },
  })
