import type { Sent } from '@hotvote/shared/contract'
import type {
  BucketFile,
  deleteBucketFiles,
  findDuplicates,
  findOrphans,
  listBucketFiles,
} from '@hotvote/shared/operator/bucket'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { cachedForGoingBack } from '../../../lib/api/cached-for.ts'
import { pagesAsOperator, startOperation } from '../../../lib/operator/call-as-operator.ts'
import { PAGE_ROWS } from '../../../lib/operator/operator-query.ts'

export const BUCKET = ['admin', 'bucket']
const FILES = [...BUCKET, 'files']

export const filesQuery = (filters: Partial<Sent<typeof listBucketFiles, 'query'>>, cursor: string) => {
  const query = { ...filters, limit: PAGE_ROWS }
  const { queryFn } = pagesAsOperator<typeof listBucketFiles>('GET /api/admin/list-bucket-files', { query })
  return queryOptions({
    queryKey: [...FILES, filters, cursor],
    queryFn: async () => {
      const { items, next } = await queryFn({ pageParam: cursor || undefined })
      return { files: items.files, next }
    },
    placeholderData: keepPreviousData,
    ...cachedForGoingBack,
  })
}

export const startDuplicates = () => startOperation<typeof findDuplicates>('GET /api/admin/find-duplicates')
export const startOrphans = () => startOperation<typeof findOrphans>('GET /api/admin/orphans')

export const startDeletion = (files: Deletable[]) =>
  startOperation<typeof deleteBucketFiles>('POST /api/admin/delete-bucket-files', {
    body: { filenames: files.map(({ key }) => key) },
  })

type Picture = Pick<BucketFile, 'key' | 'url' | 'thumbnailUrl'>

export type Deletable = {
  key: string
  item: { id: number; name: string; votes: number } | null
  /** Omitted if the picture's file is missing. */
  picture?: Picture
}

export const toDeletable = (file: BucketFile): Deletable => ({
  key: file.key,
  item: file.usedBy && { id: file.usedBy.mediaId, name: file.mediaName ?? '', votes: file.usedBy.votes },
  picture: file,
})

export type OnShown = (files: Deletable[]) => void
