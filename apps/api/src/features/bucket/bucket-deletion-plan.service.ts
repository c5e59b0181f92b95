import type { BucketDeletion, ToldOfFile } from '@hotvote/shared/bucket'
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

/** What is otherwise by now than who decided was told. */
export const IN_USE = 'An item uses this file by now.'
const ITEM_GONE = 'The item of this file is gone by now.'
export const COPY_GONE = 'The copy that would stay is gone by now.'

const NOT_ENDED = 'This file belongs to an upload that has not ended yet.'

/** A file to delete, and what was told of it. Of one of which nothing was told, whatever uses it goes, too. */
export type OrderedFile = { key: string; told: ToldOfFile | undefined }
/** Each file once; `named` are all items of which it was known that they go. */
export type Order = { files: OrderedFile[]; named: ReadonlySet<number> }

export const orderOf = ({ filenames, told }: { filenames: string[]; told?: ToldOfFile[] | undefined }): Order => {
  const files = new Map(filenames.map((key, place) => [key, { key, told: told?.[place] }]))
  return { files: [...files.values()], named: new Set(told?.flatMap((one) => one?.mediaId ?? [])) }
}

/** What a deletion comes to: items with those of their files that were named, files alone, and what is refused. */
export type Plan = { items: Map<number, OrderedFile[]>; files: string[]; errors: Refused[] }

const refusalOf = ({ status, mediaId }: Use, told: ToldOfFile | undefined, named: Order['named']) => {
  if (status === 'pending') return NOT_ENDED
  if (status === 'trashed') return IN_TRASH
  return told === undefined || named.has(mediaId) ? undefined : IN_USE
}

/** Why a file is refused that no item uses, by its key. */
const refusalsOfUnused = async ({ db, storage }: PlanDeps, files: OrderedFile[], rendered: ReadonlySet<string>) => {
  const keys = files.map(({ key }) => key)
  const missing = new Set<string>()
  await inBatches(keys, async (key) => (await storage.head(key)) || missing.add(key))
  const uses = await usesOf(db, keys)
  const reasonOf = ({ key, told }: OrderedFile) => {
    if (rendered.has(partsOfKey(key).stem ?? '')) return NOT_ENDED
    if (missing.has(key)) return NO_SUCH_FILE
    if (told) return ITEM_GONE
    // Named since its use was looked for.
    return uses.has(key) ? IN_USE : undefined
  }
  return new Map(files.map((file) => [file.key, reasonOf(file)]))
}

/** Looks all files up, before the first is deleted. */
export const planOf = async (deps: PlanDeps, { files, named }: Order): Promise<Plan> => {
  const plan: Plan = { items: new Map(), files: [], errors: [] }
  const refuse = ({ key }: OrderedFile, reason: string) => plan.errors.push({ key, reason })
  const keys = files.map(({ key }) => key)
  // First: what was being made then, and is named by its item since, has a use.
  const rendered = await stemsBeingRendered(deps.db, keys)
  const uses = await usesOf(deps.db, keys.filter(isKey))
  const unused: OrderedFile[] = []
  for (const file of files) {
    const use = uses.get(file.key)
    const reason = use && refusalOf(use, file.told, named)
    if (!isKey(file.key)) refuse(file, 'This is not a file of the bucket.')
    else if (!use) unused.push(file)
    else if (reason) refuse(file, reason)
    else plan.items.set(use.mediaId, [...(plan.items.get(use.mediaId) ?? []), file])
  }
  const refusals = await refusalsOfUnused(deps, unused, rendered)
  for (const file of unused) {
    const reason = refusals.get(file.key)
    if (reason) refuse(file, reason)
    else plan.files.push(file.key)
  }
  return plan
}
