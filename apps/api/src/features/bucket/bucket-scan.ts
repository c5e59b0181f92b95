import type { BucketFile, BucketTotals } from '@hotvote/shared/bucket'
import type { Deps } from '../../deps.ts'
import { mediaUrl } from '../../domain/media-urls.ts'
import { UPLOAD_OVER_MINUTES } from '../../domain/upload-time.ts'
import { pagesOf } from '../../storage/pages.ts'
import type { ListedObject } from '../../storage/storage.ts'
import { type Use, usesOf } from './bucket.queries.ts'

/** Milliseconds. A younger file may belong to an upload that is under way. */
export const GRACE_PERIOD = UPLOAD_OVER_MINUTES * 60_000

export type ScannedFile = { file: ListedObject; use: Use | undefined }

export const providerOf = ({ config }: Pick<Deps, 'config'>): 'local' | 's3' => (config.s3 ? 's3' : 'local')

export const withUses = async ({ db }: Pick<Deps, 'db'>, files: ListedObject[]): Promise<ScannedFile[]> => {
  const uses = await usesOf(
    db,
    files.map(({ key }) => key),
  )
  return files.map((file) => ({ file, use: uses.get(file.key) }))
}

/** Every file of the bucket with its item, a page at a time. */
export async function* scanBucket(
  deps: Pick<Deps, 'db'> & { storage: Pick<Deps['storage'], 'list'> },
  signal?: AbortSignal,
): AsyncGenerator<ScannedFile[]> {
  for await (const objects of pagesOf(deps.storage.list, { prefix: '' })) {
    yield await withUses(deps, objects)
    if (signal?.aborted) return
  }
}

/** How many files of each item a scan has seen, by its id. */
export type SeenFiles = Map<number, number>

export const countSeen = (seen: SeenFiles, found: ScannedFile[]) => {
  for (const { use } of found) if (use) seen.set(use.mediaId, (seen.get(use.mediaId) ?? 0) + 1)
}

export const emptyTotals = (): BucketTotals => ({
  totalFiles: 0,
  totalBytes: 0,
  itemFiles: 0,
  itemBytes: 0,
  otherFiles: 0,
  otherBytes: 0,
  countedAt: new Date().toISOString(),
})

export const addTo = (totals: BucketTotals, found: ScannedFile[]) => {
  for (const { file, use } of found) {
    totals.totalFiles++
    totals.totalBytes += file.size
    totals[use ? 'itemFiles' : 'otherFiles']++
    totals[use ? 'itemBytes' : 'otherBytes'] += file.size
  }
}

const usedBy = ({ mediaId, variant, votes, status }: Use): BucketFile['usedBy'] => ({
  mediaId,
  variant,
  votes,
  isPending: status === 'pending',
  isTrashed: status === 'trashed',
})

/** A file as the API answers it. */
export const toBucketFile = (
  config: Pick<Deps['config'], 'mediaPublicUrl'>,
  { file, use }: ScannedFile,
): BucketFile => ({
  key: file.key,
  size: file.size,
  lastModified: file.lastModified.toISOString(),
  url: mediaUrl(config, file.key),
  thumbnailUrl: use?.thumbKey ? mediaUrl(config, use.thumbKey) : null,
  usedBy: use ? usedBy(use) : null,
  mediaName: use?.name ?? null,
})
