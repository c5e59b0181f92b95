import { originalKeysOf, partsOfKey } from '../domain/media-keys.ts'
import { deleteUnusedFromBucket } from '../features/bucket/bucket-deletion.service.ts'
import { breach, type Check, looked } from './check.ts'
import type { Site } from './site.ts'
import type { StoredFiles } from './store-scan.ts'
import { orphanPages } from './store-scan.ts'

/** Whether the original that a file was made of is stored: then an import makes an item of it again. A list would read its whole folder. */
const canBeImported = async (files: StoredFiles, key: string) => {
  const { stem, variant } = partsOfKey(key)
  if (stem === undefined) return false
  if (variant === 'original') return true
  const originals = await Promise.all(originalKeysOf(stem).map((original) => files.head(original)))
  return originals.some((object) => object !== null)
}

const toRemove = async ({ files, options }: Site, keys: string[]) => {
  if (options.deleteOrphans) return keys
  const removable: string[] = []
  for (const key of keys) if (!(await canBeImported(files, key))) removable.push(key)
  return removable
}

/** Every file of ours in the store belongs to an item. */
export const storedObjects: Check = {
  number: 6,
  title: 'Every stored file belongs to an item, or is about to go',
  async look(site, found) {
    const { files, orphans, orphanCount } = await site.scan()
    looked(found, 'files', files)
    for (const key of orphans) breach(found, `${key} belongs to no item`)
    found.breaches = orphanCount
    if (orphanCount > 0)
      found.notes.push(
        'an import on the bucket screen makes items of originals; --fix --delete-orphans removes them for ever',
      )
  },
  async repair(site) {
    const { operator, ...deps } = site.repairDeps()
    let removed = 0
    for await (const { orphans } of orphanPages(site)) {
      const keys = await toRemove(
        site,
        orphans.map(({ key }) => key),
      )
      if (keys.length > 0) removed += (await deleteUnusedFromBucket(deps, keys, operator)).deleted
    }
    return removed > 0 ? [`removed ${removed} files without an item`] : []
  },
}
