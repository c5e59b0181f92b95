import type { BucketDeletion, ToldOfFile } from '@hotvote/shared/bucket'
import type { Deps } from '../../deps.ts'
import { isKey, partsOfKey } from '../../domain/media-keys.ts'
import { headAll } from '../../storage/head-all.ts'
import { stemsBeingRendered } from '../uploads/renditions.service.ts'
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

/** Looks all files up, before the first is deleted. */
export const planOf = async ({ db, storage }: PlanDeps, { files, named }: Order): Promise<Plan> => {
  const plan: Plan = { items: new Map(), files: [], errors: [] }
  const keys = files.map(({ key }) => key).filter(isKey)
  // First: a rendition that is being made then, and is named by its item since, has a use.
  const rendered = await stemsBeingRendered(db, keys)
  const uses = await usesOf(db, keys)
  const stored = await headAll(
    storage,
    keys.filter((key) => !uses.has(key)),
  )
  const refusalOfUnused = ({ key, told }: OrderedFile) => {
    if (!isKey(key)) return 'This is not a file of the bucket.'
    if (rendered.has(partsOfKey(key).stem ?? '')) return NOT_ENDED
    if (!stored.has(key)) return NO_SUCH_FILE
    return told ? ITEM_GONE : undefined
  }
  for (const file of files) {
    const { key, told } = file
    const use = uses.get(key)
    const reason = use ? refusalOf(use, told, named) : refusalOfUnused(file)
    if (reason) plan.errors.push({ key, reason })
    else if (use) plan.items.set(use.mediaId, [...(plan.items.get(use.mediaId) ?? []), file])
    else plan.files.push(key)
  }
  return plan
}
