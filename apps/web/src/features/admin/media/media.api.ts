import type { Sent } from '@hotvote/shared/contract'
import type { LibraryItem, listMedia, removeMedia } from '@hotvote/shared/media-library'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, mutationOptions } from '@tanstack/react-query'
import { type AdminPageOf, adminCall, adminPages } from '../../../lib/admin-call.ts'
import { CallError, textOf } from '../../../lib/call-error.ts'
import { mediaTotalsQuery } from '../../../lib/media-totals.ts'
import { queryClient } from '../../../lib/query-client.ts'

const LIST = ['admin', 'media']
/** Items a page: several screens full, so that quick scrolling seldom waits. */
const PAGE = 200

type Page = AdminPageOf<typeof listMedia>

/** Each item once: one whose votes change while the list is read may come in two pages. */
const itemsOf = (pages: Page[]) => [
  ...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values(),
]

/** Asked anew each time the screen is opened (`admin.md §7`: no caching). */
export const mediaQuery = (wish: Partial<Sent<typeof listMedia, 'query'>>) =>
  infiniteQueryOptions({
    queryKey: [...LIST, wish],
    ...adminPages<typeof listMedia>('GET /api/admin/media', { query: { ...wish, limit: PAGE } }),
    select: ({ pages }) => ({ items: itemsOf(pages), total: pages.at(-1)?.total ?? 0 }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** Takes a removed item out of what is loaded: asking for all of it again would lose the reader's place. */
function forget(item: LibraryItem) {
  queryClient.setQueriesData<InfiniteData<Page>>({ queryKey: LIST }, (data) => {
    if (!data?.pages.some(({ items }) => items.some(({ id }) => id === item.id))) return data
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.filter(({ id }) => id !== item.id),
      total: page.total - 1,
    }))
    return { ...data, pages }
  })
  queryClient.setQueryData(
    mediaTotalsQuery.queryKey,
    (totals) =>
      totals && {
        totalMedia: totals.totalMedia - 1,
        totalVotes: totals.totalVotes - item.totalVotes,
        totalViews: totals.totalViews - item.totalViews,
      },
  )
}

/** An item that is still there, and why. */
export type Failure = { item: LibraryItem; reason: string }

/** Some items could not be removed. */
export class NotRemovedError extends Error {
  override readonly name = 'NotRemovedError'
  readonly failures: Failure[]
  constructor(failures: Failure[]) {
    super('Failed to delete media')
    this.failures = failures
  }
}

/** Why it is still there; nothing when it is gone, be it by somebody else. A login that ended ends everything. */
async function removed(item: LibraryItem): Promise<string | undefined> {
  try {
    await adminCall<typeof removeMedia>('DELETE /api/admin/media/:mediaId', { params: { mediaId: item.id } })
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_operator') throw error
    const isGone = error instanceof CallError && error.code === 'not_found'
    if (!isGone) return textOf(error, 'The server did not answer.')
  }
  return undefined
}

type Removal = {
  items: LibraryItem[]
  /** Told before each item, and asked whether to go on. */
  mayGoOn: (done: number) => boolean
  onGone: (item: LibraryItem) => void
}

/** Removes items one after the other; those that fail do not keep the others. */
export const removalMutation = mutationOptions({
  mutationFn: async ({ items, mayGoOn, onGone }: Removal) => {
    const failures: Failure[] = []
    for (const [done, item] of items.entries()) {
      if (!mayGoOn(done)) break
      const reason = await removed(item)
      if (reason !== undefined) failures.push({ item, reason })
      else {
        onGone(item)
        forget(item)
      }
    }
    if (failures.length > 0) throw new NotRemovedError(failures)
  },
  meta: {
    done: { title: 'Success', description: 'Media deleted successfully' },
    failed: { title: 'Error', fallback: 'Failed to delete media' },
  },
})
