import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { contentsOf } from '../../domain/media-keys.ts'
import { queueReadingOfRemoved, readRemoved } from '../takedowns/removed-media.service.ts'
import { rememberTakenDown } from './media-deletion.queries.ts'
import { type Claim, storeTrashedItem, trashedFiles } from './trash.queries.ts'

/**
 * Links a new claim to a locked item in the trash, as if it had been filed before the deletion: upholding it erases the item,
 * and a restoration gives the item back to the claim.
 */
export const tieToTrashed = async (tx: Db, { mediaId, takedownId }: { mediaId: number; takedownId: Claim['id'] }) => {
  const files = await trashedFiles(tx, mediaId)
  if (!files) return
  await rememberTakenDown(tx, { mediaId, claims: [takedownId], contents: contentsOf(files.sha256, files.keys) })
  await storeTrashedItem(tx, { mediaId, takedownId })
  await queueReadingOfRemoved(tx, mediaId)
}

/** Reads the files of an item that is still in the trash, for its claims and bars. */
export const readTrashed = async (
  deps: Pick<Deps, 'db' | 'storage' | 'processMedia' | 'tempDir'>,
  mediaId: number,
): Promise<void> => {
  const files = await trashedFiles(deps.db, mediaId)
  if (files) await readRemoved(deps, { mediaId, keys: files.keys })
}
