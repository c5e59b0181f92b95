import type { bucketOverview, listBucketFiles } from '@hotvote/shared/bucket'
import type { Answer, Parsed } from '@hotvote/shared/contract'
import type { Deps } from '../../deps.ts'
import { PAGE_SIZE } from '../../storage/storage.ts'
import { lastTotals } from './bucket.queries.ts'
import { addTo, emptyTotals, providerOf, type ScannedFile, scanBucket, toBucketFile, withUses } from './bucket-scan.ts'

type BucketListDeps = Pick<Deps, 'config' | 'db' | 'storage'>
type FileQuery = Parsed<typeof listBucketFiles, 'query'>

/** Pages of the store that one call reads at most: a large bucket is not scanned to its end during a request. */
const PAGES = 5

/** Keys have no other characters: nothing can begin with them. */
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
      // The cursor is the last key that was looked at: the next page begins behind this file.
      if (found.length === limit) return { found, nextCursor: found.at(-1)?.file.key }
      found.push(one)
    }
    position = page.cursor
    if (position === null) break
  }
  return { found, nextCursor: position ?? undefined }
}

/** One page of the files in the order of their keys (`admin.md §7`). */
export const bucketPage = async (deps: BucketListDeps, query: FileQuery) => {
  const provider = providerOf(deps)
  const { prefix = '' } = query
  if (!PREFIX.test(prefix)) return { files: [], provider, nextCursor: undefined }
  const { found, nextCursor } = await (query.only === 'orphans' ? orphansIn : filesIn)(deps, query)
  return { files: found.map((one) => toBucketFile(deps.config, one)), provider, nextCursor }
}

/** Counted now when the bucket is small; else what the last orphan report has counted. */
export const overviewOf = async (deps: BucketListDeps): Promise<Answer<typeof bucketOverview>> => {
  const provider = providerOf(deps)
  const totals = emptyTotals()
  let pages = 0
  for await (const found of scanBucket(deps)) {
    if (pages++ === PAGES) return { provider, totals: await lastTotals(deps.db) }
    addTo(totals, found)
  }
  return { provider, totals }
}
