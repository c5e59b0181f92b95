import type { Sent } from '@hotvote/shared/contract'
import type { allowRemovedItem, listRemovedItems } from '@hotvote/shared/operator/removed-items'
import { mutationOptions } from '@tanstack/react-query'
import { callAsOperator, pagesAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { PAGE_ROWS, pageQuery } from '../../../lib/operator/operator-query.ts'

const LIST = ['admin', 'removed-items']

export const removedItemsQuery = (filters: Partial<Sent<typeof listRemovedItems, 'query'>>, cursor: string) =>
  pageQuery(
    [...LIST, filters],
    pagesAsOperator<typeof listRemovedItems>('GET /api/admin/removed-items', {
      query: { ...filters, limit: PAGE_ROWS },
    }),
    cursor,
  )

export const allowMutation = mutationOptions({
  mutationFn: (removedItemId: number) =>
    callAsOperator<typeof allowRemovedItem>('DELETE /api/admin/removed-items/:removedItemId', {
      params: { removedItemId },
    }),
  meta: {
    invalidates: [LIST, ['admin', 'queue'], ['admin', 'takedowns'], ['admin', 'trash']],
    refetchOnLostAnswer: [LIST],
    done: { title: 'Allowed again', description: 'Copies of the item can be uploaded from now on.' },
    failed: { title: 'Error', fallback: 'The item could not be allowed again' },
  },
})
