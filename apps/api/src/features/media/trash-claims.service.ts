import type { Db } from '../../db/client.ts'
import { contentsOf, isTrashKey } from '../../domain/media-keys.ts'
import { rememberTakenDown } from './media-deletion.queries.ts'
import { queueRead } from './put-away.service.ts'
import { type Claim, storeTrashedItem, trashedFiles } from './trash.queries.ts'

/**
 * Ties a new claim to an item in the trash, whose row is locked, as if it had been filed before the deletion: one that is upheld
 * erases the item, and a restoration gives it back to its claim. Its picture is stored by a job; while its files are still on
 * their way, by the one that deletes them.
 */
export const tieToTrashed = async (tx: Db, { mediaId, takedownId }: { mediaId: number; takedownId: Claim['id'] }) => {
  const files = await trashedFiles(tx, mediaId)
  if (!files) return
  const { sha256, keys, originalKey } = files
  await rememberTakenDown(tx, { mediaId, claims: [takedownId], contents: contentsOf(sha256, keys) })
  await storeTrashedItem(tx, { mediaId, takedownId })
  if (isTrashKey(originalKey)) await queueRead(tx, { mediaId, keys, takedownId })
}
