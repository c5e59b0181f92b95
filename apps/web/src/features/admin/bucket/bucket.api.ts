import type { Sent } from '@hotvote/shared/contract'
import type {
  BucketFile,
  deleteBucketFiles,
  findDuplicates,
  findOrphans,
  listBucketFiles,
} from '@hotvote/shared/operator/bucket'
import { type ListPage, startOperation } from '../../../lib/operator/call-as-operator.ts'
import { pageQuery } from '../../../lib/operator/operator-query.ts'

export const BUCKET = ['admin', 'bucket']

export const filesQuery = (query: Partial<Sent<typeof listBucketFiles, 'query'>>, cursor: string) => ({
  ...pageQuery<typeof listBucketFiles>('GET /api/admin/list-bucket-files', cursor, {
    key: [...BUCKET, 'files'],
    query,
  }),
  select: ({ items, ...page }: ListPage<typeof listBucketFiles>) => ({ ...page, items: items.files }),
})

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
