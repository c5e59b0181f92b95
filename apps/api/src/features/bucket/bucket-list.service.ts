import type { Answer, Parsed } from '@hotvote/shared/contract'
import type { BucketFile, BucketTotals, bucketOverview, listBucketFiles } from '@hotvote/shared/operator/bucket'
import type { Deps } from '../../deps.ts'
import { mediaUrl } from '../../domain/media-urls.ts'
import { UPLOAD_ABANDONED_MINUTES } from '../../domain/upload-time.ts'
import { type ListedObject, PAGE_SIZE, pagesOf } from '../../platform/storage/storage.ts'
import { findUses, lastTotals, type Use } from './bucket.queries.ts'

/** Milliseconds. Newer files may belong to an upload in progress. */
export const GRACE_PERIOD = UPLOAD_ABANDONED_MINUTES * 60_000

export type ScannedFile = { file: ListedObject; use: Use | undefined }

export const getProvider = ({ config }: Pick<Deps, 'config'>): 'local' | 's3' => (config.s3 ? 's3' : 'local')

const withUses = async ({ db }: Pick<Deps, 'db'>, files: ListedObject[]): Promise<ScannedFile[]> => {
  const uses = await findUses(
    db,
    files.map(({ key }) => key),
  )
  return files.map((file) => ({ file, use: uses.get(file.key) }))
}

export async function* scanBucket(
  deps: Pick<Deps, 'db'> & { storage: Pick<Deps['storage'], 'list'> },
  signal?: AbortSignal,
): AsyncGenerator<ScannedFile[]> {
  for await (const objects of pagesOf(deps.storage.list, { prefix: '' })) {
    yield await withUses(deps, objects)
    if (signal?.aborted) return
  }
}

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

type BucketListDeps = Pick<Deps, 'config' | 'db' | 'storage'>
type FileQuery = Parsed<typeof listBucketFiles, 'query'>

/** Maximum number of store pages read per request, so a large bucket doesn't block the request. */
const PAGES = 5

const PREFIX = /^[a-z0-9_./-]*$/

type Part = { found: ScannedFile[]; nextCursor: string | undefined }

const filesIn = async (deps: BucketListDeps, { prefix = '', cursor, limit }: FileQuery): Promise<Part> => {
  const page = await deps.storage.list({ prefix, cursor: cursor ?? null, limit })
  return { found: await withUses(deps, page.objects), nextCursor: page.cursor ?? undefined }
}

const orphansIn = async (deps: BucketListDeps, { prefix = '', cursor, limit }: FileQuery): Promise<Part> => {
  const found: ScannedFile[] = []
  let position = cursor ?? null
  for (let pages = 0; pages < PAGES; pages++) {
    const page = await deps.storage.list({ prefix, cursor: position, limit: PAGE_SIZE })
    for (const one of await withUses(deps, page.objects)) {
      if (one.use) continue
      if (found.length === limit) return { found, nextCursor: found.at(-1)?.file.key }
      found.push(one)
    }
    position = page.cursor
    if (position === null) break
  }
  return { found, nextCursor: position ?? undefined }
}

export const bucketPage = async (deps: BucketListDeps, query: FileQuery) => {
  const provider = getProvider(deps)
  const { prefix = '' } = query
  if (!PREFIX.test(prefix)) return { files: [], provider, nextCursor: undefined }
  const { found, nextCursor } = await (query.only === 'orphans' ? orphansIn : filesIn)(deps, query)
  return { files: found.map((one) => toBucketFile(deps.config, one)), provider, nextCursor }
}

/** Counts the files of a small bucket, but uses the last orphan report for a large bucket. */
export const readOverview = async (deps: BucketListDeps): Promise<Answer<typeof bucketOverview>> => {
  const provider = getProvider(deps)
  const totals = emptyTotals()
  let pages = 0
  for await (const found of scanBucket(deps)) {
    if (pages++ === PAGES) return { provider, totals: await lastTotals(deps.db) }
    addTo(totals, found)
  }
  return { provider, totals }
}
