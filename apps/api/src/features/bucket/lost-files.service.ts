import { recordOperator } from '../../audit/audit-log.ts'
import { withTx } from '../../db/client.ts'
import { holding } from '../../db/holding.ts'
import type { Deps } from '../../deps.ts'
import { homeKeyOf, isTrashKey } from '../../domain/media-keys.ts'
import type { Operator } from '../../http/guards.ts'
import { addDeletionJob } from '../../jobs/queue.ts'
import { copyStored } from '../../storage/copy-stored.ts'
import { lockFiles } from '../media/put-away.service.ts'
import { inBatches } from './batches.ts'
import { type Use, usesOf } from './bucket.queries.ts'
import { filesNamedByItems, type NamedFile } from './lost-files.queries.ts'

type LookDeps = Pick<Deps, 'db'> & { storage: Pick<Deps['storage'], 'head'> }
type BringBackDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'tempDir'>

/** What an item has lost, and where the store has it. */
type LostFile = NamedFile & { stored: string }
type For = { mediaId: number; operator: Operator }

/**
 * Those of these files, which no item names, that an item has lost: it looks for the file elsewhere, where there is none. So it is in a
 * database that is older than a deletion or a restoration, which have moved the files since (docs/decisions/075).
 */
export const lostFilesAmong = async ({ db, storage }: LookDeps, keys: string[]): Promise<Map<string, LostFile>> => {
  const homes = [...new Set(keys.map(homeKeyOf))]
  const named = homes.length > 0 ? await filesNamedByItems(db, homes) : []
  const missing = new Set<string>()
  await inBatches(named, async ({ key }) => (await storage.head(key)) || missing.add(key))
  const lost = new Map(named.filter(({ key }) => missing.has(key)).map((file) => [file.home, file]))
  return new Map(
    keys.flatMap((stored) => {
      const file = lost.get(homeKeyOf(stored))
      return file && file.key !== stored ? [[stored, { ...file, stored }] as const] : []
    }),
  )
}

/** Whether this item looks for the file there; for one that is on its way to the trash its job does the rest. */
const isMissedBy = (mediaId: number, use: Use | undefined) =>
  use?.mediaId === mediaId && (use.status !== 'trashed' || isTrashKey(use.key))

/** Nothing stays where visitors could fetch it of an item that was deleted while it was copied. */
const bringBackOf = (deps: BringBackDeps, files: LostFile[], { mediaId, operator }: For) =>
  withTx(deps, async (tx) => {
    await lockFiles(tx, mediaId)
    const keys = files.map(({ key }) => key)
    const before = await usesOf(tx, keys)
    const copied: string[] = []
    for (const { stored, key } of files)
      if (isMissedBy(mediaId, before.get(key)) && (await holding(tx, () => copyStored(deps, stored, key))))
        copied.push(key)
    const after = await usesOf(tx, copied)
    const unused = copied.filter((key) => !isMissedBy(mediaId, after.get(key)))
    if (unused.length > 0) await addDeletionJob(tx, { keys: unused })
    const context = { repaired: 'files of items', mediaId, files: copied.length }
    if (copied.length > 0) await recordOperator(tx, operator, { event: 'CHECKUP_REPAIR', context })
    return copied.length
  })

/** Copies lost files to where their items look for them, and returns how many. Where they lay they stay. */
export const bringBack = async (deps: BringBackDeps, files: LostFile[], operator: Operator): Promise<number> => {
  let copied = 0
  for (const [mediaId, ofItem] of Map.groupBy(files, (file) => file.mediaId))
    copied += await bringBackOf(deps, ofItem, { mediaId, operator })
  return copied
}

export const lostBy = (mediaId: number) => `Item ${mediaId} has lost this file: pnpm checkup --fix brings it back.`
