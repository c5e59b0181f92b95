import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { pageQuery, searchText } from '../page.ts'

/** Why an item was removed: a takedown request, reports that the operator agreed with, or the operator's own decision. */
export const removalCauses = ['takedown', 'reported', 'deleted'] as const

/** An item that may not be uploaded again, and as much as is still known of it. */
export const removedItem = z
  .object({
    id: z.number(),
    cause: z.enum(removalCauses),
    /** Null of items that no request is about, and once a reset has emptied it. */
    takedownId: z.number().nullable(),
    mediaId: z.number().nullable(),
    originalName: z.string().nullable(),
    /** Who had uploaded it; null once they are gone. */
    userId: z.number().nullable(),
    username: z.string().nullable(),
    /** Its picture can be fetched from the trash (`trashFile`). */
    hasTrashedPicture: z.boolean(),
    /** The picture that a takedown request keeps, in small: a `data:` address. */
    picture: z.string().nullable(),
    /** Uploads that were refused because of it. */
    attempts: z.number(),
    removedAt: z.iso.datetime(),
  })
  .meta({ id: 'RemovedItem' })
export type RemovedItem = z.infer<typeof removedItem>

/** Items that may not be uploaded again, the last one first. In pages: `X-Total-Count` and `Link`. */
export const listRemovedItems = contract({
  method: 'GET',
  path: '/api/admin/removed-items',
  query: z.strictObject({ ...pageQuery.shape, search: searchText, cause: z.enum(removalCauses).optional() }),
  response: z.array(removedItem),
})

/** Takes an entry off the list: the item may be uploaded again. It is not restored. */
export const allowRemovedItem = contract({
  method: 'DELETE',
  path: '/api/admin/removed-items/:removedItemId',
  params: z.strictObject({ removedItemId: pathId }),
  status: 204,
  errors: ['not_found'],
})

/** Of a removal: whether the file, its picture and look-alikes are kept from coming back. */
export const neverAgain = z.boolean('Never again must be true or false').optional()
/** The same in an address. */
export const neverAgainQuery = z.enum(['true', 'false']).default('false')
