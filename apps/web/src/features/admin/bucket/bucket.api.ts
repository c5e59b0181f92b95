import type { deleteBucketFiles, findDuplicates, findOrphans, listBucketFiles } from '@hotvote/shared/bucket'
import type { Sent } from '@hotvote/shared/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { cachedForGoingBack } from '../../../lib/net/cached-for.ts'
import { pagesAsOperator, startOperation } from '../../../lib/operator/call-as-operator.ts'

/** Everything that a deletion makes untrue. */
export const BUCKET = ['admin', 'bucket']
/** Files a page. */
const PAGE = 200

export const filesQuery = (filters: Partial<Sent<typeof listBucketFiles, 'query'>>, locationKey: string) =>
  infiniteQueryOptions({
    queryKey: [...BUCKET, 'files', filters, locationKey],
    ...pagesAsOperator<typeof listBucketFiles>('GET /api/admin/list-bucket-files', {
      query: { ...filters, limit: PAGE },
    }),
    select: ({ pages }) => pages.flatMap(({ items }) => items.files),
    placeholderData: keepPreviousData,
    ...cachedForGoingBack,
  })

export const startDuplicates = () => startOperation<typeof findDuplicates>('GET /api/admin/find-duplicates')
export const startOrphans = () => startOperation<typeof findOrphans>('GET /api/admin/orphans')

export const startDeletion = (filenames: string[]) =>
  startOperation<typeof deleteBucketFiles>('POST /api/admin/delete-bucket-files', { body: { filenames } })
