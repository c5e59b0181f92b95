import type { AuditEntry, listAuditLogs } from '@hotvote/shared/audit'
import type { InfiniteData } from '@tanstack/react-query'
import type { ListPage } from '../../../lib/operator/call-as-operator.ts'

/**
 * Entries that a live list keeps: more than somebody reads back in one go, and less than a megabyte in a tab that follows
 * the log for weeks. Older ones are loaded again by scrolling to them.
 */
export const MAX_LIVE_ENTRIES = 1000

type List = InfiniteData<ListPage<typeof listAuditLogs>>

/** The list with entries that it did not have, the newest first. */
export const mergeEntries = (list: List, entries: AuditEntry[]): List => {
  const known = new Set(list.pages.flatMap(({ items }) => items.map(({ id }) => id)))
  const added = entries.filter(({ id }) => !known.has(id))
  const [first, ...others] = list.pages
  if (added.length === 0 || !first) return list
  const items = [...added, ...first.items].sort((a, b) => b.id - a.id)
  const total = first.total + added.length
  const oldest = items[MAX_LIVE_ENTRIES - 1]
  if (items.length <= MAX_LIVE_ENTRIES || !oldest) return { ...list, pages: [{ ...first, items, total }, ...others] }
  // The next page begins behind the oldest that stays.
  const page = { items: items.slice(0, MAX_LIVE_ENTRIES), total, next: String(oldest.id) }
  return { pages: [page], pageParams: list.pageParams.slice(0, 1) }
}
