import { buffer } from 'node:stream/consumers'
import type { Deps } from '../../deps.ts'
import { setRemovedPicture } from './takedown-review.queries.ts'

const IS_SMALL = /-thumb\.webp$/

type Removed = { keys: string[]; claims: number[] }

/** Keeps the small picture of a deleted item with the claims about it, as long as its file is there. A video has none. */
export const keepPicture = async ({ db, storage }: Pick<Deps, 'db' | 'storage'>, { keys, claims }: Removed) => {
  const key = keys.find((each) => IS_SMALL.test(each))
  const content = key === undefined ? null : await storage.read(key)
  if (!content) return
  const { body } = content
  await setRemovedPicture(db, claims, Buffer.isBuffer(body) ? body : await buffer(body))
}
