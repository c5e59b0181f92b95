import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { pageQuery, searchText } from '../page.ts'

export const removalCauses = ['takedown', 'reported', 'deleted'] as const

/** An item whose content cannot be uploaded again. */
export const removedItem = z
  .object({
    id: z.number(),
    cause: z.enum(removalCauses),
    /** Id of the takedown request; null for other causes and after a database reset. */
    takedownId: z.number().nullable(),
    mediaId: z.number().nullable(),
    originalName: z.string().nullable(),
    /** Null if the account was deleted. */
    userId: z.number().nullable(),
    username: z.string().nullable(),
    hasTrashedPicture: z.boolean(),
    /** Thumbnail as a `data:` URL. */
    picture: z.string().nullable(),
    attempts: z.number(),
    removedAt: z.iso.datetime(),
  })
  .meta({ id: 'RemovedItem' })
export type RemovedItem = z.infer<typeof removedItem>

/** Lists removed items in pages, newest first. */
export const listRemovedItems = contract({
  method: 'GET',
  path: '/api/admin/removed-items',
  role: 'moderator',
  query: z.strictObject({ ...pageQuery.shape, search: searchText, cause: z.enum(removalCauses).optional() }),
  response: z.array(removedItem),
})

/** Allows the item to be uploaded again, but does not restore it. */
export const allowRemovedItem = contract({
  method: 'DELETE',
  path: '/api/admin/removed-items/:removedItemId',
  role: 'moderator',
  params: z.strictObject({ removedItemId: pathId }),
  status: 204,
  errors: ['not_found'],
})

/** True to refuse copies of the file and to hold look-alikes for review. */
export const neverAgain = z.boolean('Never again must be true or false').optional()
export const neverAgainQuery = z.enum(['true', 'false']).default('false')
