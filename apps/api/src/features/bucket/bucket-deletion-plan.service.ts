import type { BucketDeletion } from '@hotvote/shared/bucket'
import type { Deps } from '../../deps.ts'
import { isKey, partsOfKey } from '../../domain/media-keys.ts'
import { stemsBeingRendered } from '../uploads/renditions.service.ts'
import { inBatches } from './batches.ts'
import { type Use, usesOf } from './bucket.queries.ts'

type PlanDeps = Pick<Deps, 'db'> & { storage: Pick<Deps['storage'], 'head'> }
type Refused = BucketDeletion['errors'][number]

/** Why a file is refused that is gone already, and one whose item is. */
export const NO_SUCH_FILE = 'There is no such file.'
export const IN_TRASH = 'The item of this file is in the trash.'

const NOT_ENDED = 'This file belongs to an upload that has not ended yet.'

/** What a deletion comes to: items with those of their files that were named, files alone, and what is refused. */
export type Plan = { items: Map<number, string[]>; files: string[]; errors: Refused[] }

const refusalOf = ({ status }: Use) => {
  if (status === 'pending') return NOT_ENDED
  return status === 'trashed' ? IN_TRASH : undefined
}

/** Looks all files up, before the first is deleted. */
export const planOf = async ({ db, storage }: PlanDeps, keys: string[]): Promise<Plan> => {
  const plan: Plan = { items: new Map(), files: [], errors: [] }
  const refuse = (key: string, reason: string) => plan.errors.push({ key, reason })
  // First: what was being made then, and is named by its item since, has a use.
  const rendered = await stemsBeingRendered(db, keys)
  const uses = await usesOf(db, keys.filter(isKey))
  const unused: string[] = []
  for (const key of keys) {
    const use = uses.get(key)
    const reason = use && refusalOf(use)
    if (!isKey(key)) refuse(key, 'This is not a file of the bucket.')
    else if (!use) unused.push(key)
    else if (reason) refuse(key, reason)
    else plan.items.set(use.mediaId, [...(plan.items.get(use.mediaId) ?? []), key])
  }
  await inBatches(unused, async (key) => {
    if (rendered.has(partsOfKey(key).stem ?? '')) refuse(key, NOT_ENDED)
    else if (await storage.head(key)) plan.files.push(key)
    else refuse(key, NO_SUCH_FILE)
  })
  return plan
}
