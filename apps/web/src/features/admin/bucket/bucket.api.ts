import type {
  BucketDeletion,
  bucketOverview,
  deleteBucketFiles,
  findDuplicates,
  findOrphans,
  listBucketFiles,
} from '@hotvote/shared/bucket'
import { BUCKET_DELETE_MAX } from '@hotvote/shared/bucket'
import type { Sent } from '@hotvote/shared/contract'
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { adminCall, adminPages, adminStart } from '../../../lib/admin-call.ts'

/** Everything that a deletion makes untrue. */
export const BUCKET = ['admin', 'bucket']
/** Files a page. */
const PAGE = 200

export const overviewQuery = queryOptions({
  queryKey: [...BUCKET, 'overview'],
  queryFn: () => adminCall<typeof bucketOverview>('GET /api/admin/bucket-overview'),
  staleTime: 0,
})

export const filesQuery = (wish: Partial<Sent<typeof listBucketFiles, 'query'>>) =>
  infiniteQueryOptions({
    queryKey: [...BUCKET, 'files', wish],
    ...adminPages<typeof listBucketFiles>('GET /api/admin/list-bucket-files', { query: { ...wish, limit: PAGE } }),
    select: ({ pages }) => pages.flatMap(({ items }) => items.files),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

export const startDuplicates = () => adminStart<typeof findDuplicates>('GET /api/admin/find-duplicates')
export const startOrphans = () => adminStart<typeof findOrphans>('GET /api/admin/orphans')

type Deleting = { keys: string[]; onProgress: (done: number) => void }

/** As many calls as it takes, one after the other. */
async function deleteAll({ keys, onProgress }: Deleting) {
  const all: BucketDeletion = { message: '', deleted: 0, items: 0, votes: 0, errors: [] }
  for (let from = 0; from < keys.length; from += BUCKET_DELETE_MAX) {
    const filenames = keys.slice(from, from + BUCKET_DELETE_MAX)
    const body = { filenames }
    const part = await adminCall<typeof deleteBucketFiles>('POST /api/admin/delete-bucket-files', { body })
    all.deleted += part.deleted
    all.items += part.items
    all.votes += part.votes
    all.errors.push(...part.errors)
    onProgress(from + filenames.length)
  }
  return all
}

export const deletion = mutationOptions({
  mutationFn: deleteAll,
  meta: { failed: { title: 'Failed to delete files', fallback: 'Please try again in a moment.' } },
})
