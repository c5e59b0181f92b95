import { buffer } from 'node:stream/consumers'
import type { Deps } from '../../deps.ts'
import { partsOfKey } from '../../domain/media-keys.ts'
import { setRemovedPicture } from './takedown-review.queries.ts'

/** A stored picture as an address of its own. */
export const urlOfPicture = (picture: Buffer | null) =>
  picture && `data:image/webp;base64,${picture.toString('base64')}`

type Removed = { keys: string[]; mediaId: number; claims: number[] }

/** Stores the thumbnail of a deleted item with the claims about it, as long as its file is there. A video has none. */
export const storeRemovedPicture = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { keys, mediaId, claims }: Removed,
) => {
  const key = keys.find((each) => partsOfKey(each).variant === 'thumb')
  const content = key === undefined ? null : await storage.read(key)
  if (!content) return
  const { body } = content
  await setRemovedPicture(db, { claims, mediaId, picture: Buffer.isBuffer(body) ? body : await buffer(body) })
}
