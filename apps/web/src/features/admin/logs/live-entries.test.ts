import type { AuditEntry } from '@hotvote/shared/audit'
import { expect, it } from 'vitest'
import { MAX_LIVE_ENTRIES, mergeEntries } from './live-entries.ts'

const entry = (id: number): AuditEntry => ({
  id,
  event: 'MEDIA_DELETE_REQUEST',
  timestamp: '2026-01-02T08:00:00.000Z',
  actor: 'visitor',
  requestId: null,
  context: {},
})
/** From `newest` down. */
const entries = (newest: number, count: number) => Array.from({ length: count }, (_, n) => entry(newest - n))
const idsIn = ({ pages }: ReturnType<typeof mergeEntries>) => pages.map(({ items }) => items.map(({ id }) => id))

it('puts in what the list did not have, the newest first, and counts it', () => {
  const list = {
    pages: [
      { items: [entry(9), entry(7)], total: 4, next: '7' },
      { items: [entry(6), entry(5)], total: 4, next: undefined },
    ],
    pageParams: [undefined, '7'],
  }
  const more = mergeEntries(list, [entry(10), entry(9), entry(8), entry(6)])
  expect(idsIn(more)).toEqual([
    [10, 9, 8, 7],
    [6, 5],
  ])
  expect(more.pages[0]).toMatchObject({ total: 6, next: '7' })
  expect(mergeEntries(more, [entry(10)])).toBe(more)
})

it('is followed for weeks and keeps the newest thousand, behind which the older ones are asked for', () => {
  let list: ReturnType<typeof mergeEntries> = {
    pages: [
      { items: entries(200, 100), total: 200, next: '101' },
      { items: entries(100, 100), total: 200, next: undefined },
    ],
    pageParams: [undefined, '101'],
  }
  for (let newest = 600; newest <= 5000; newest += 400) list = mergeEntries(list, entries(newest, 400))
  expect(idsIn(list)).toEqual([entries(5000, 1000).map(({ id }) => id)])
  expect(list.pages[0]).toMatchObject({ total: 5000, next: '4001' })
  expect(list.pageParams).toEqual([undefined])
  expect(MAX_LIVE_ENTRIES).toBe(1000)
})
