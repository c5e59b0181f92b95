import type { LibraryItem } from '@hotvote/shared/operator/media-library'
import { expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { newLookAlikes, newReported, newTrashed } from '../../../test/make/moderation.ts'

const app = await testApp()
const { id: owner } = await quickVisitor(app)
const [live = 0, hidden = 0] = await newItems(app, owner, 2)
const [waiting] = await newLookAlikes(app, owner, 1)
const [reported] = await newReported(app, owner, 1)
const [trashed] = await newTrashed(app, owner, 1)
const run = (text: string, values: unknown[]) => app.deps.db.query({ text }, values)
await run('INSERT INTO reported_media (media_id, is_urgent, is_hidden) VALUES ($1, false, true)', [hidden])
await run('UPDATE media SET position = NULL WHERE id = $1', [hidden])
await run(`UPDATE media SET created_at = '2025-03-31 23:59Z' WHERE id = $1`, [live])

const list = async (query: string) => {
  const { body, headers } = await operatorCall<LibraryItem[]>(app, `GET /api/admin/media?${query}`)
  expect(headers['x-total-count']).toBe(String(body.length))
  return body.map(({ id, status }) => [id, status]).toSorted()
}

it('lists items by status, by default live and hidden items', async () => {
  const shown = [
    [live, 'live'],
    [hidden, 'hidden'],
    [reported, 'live'],
  ]
  expect(await list('')).toEqual(shown)
  expect(await list('status=live')).toEqual([shown[0], shown[2]])
  expect(await list('status=hidden')).toEqual([shown[1]])
  expect(await list('status=reported')).toEqual([shown[1], shown[2]])
  expect(await list('status=waiting')).toEqual([[waiting, 'waiting']])
  expect(await list('status=trashed')).toEqual([[trashed, 'trashed']])
  expectError(await operatorCall(app, 'GET /api/admin/media?status=pending'), 400)
})

it('lists items by the day of their upload', async () => {
  expect(await list('from=2025-03-31&to=2025-03-31')).toEqual([[live, 'live']])
  expect(await list('to=2025-03-30')).toEqual([])
  expect(await list('from=2025-04-01')).toHaveLength(2)
})

it('lists and counts items that the operator has not seen yet', async () => {
  expect(await list('seen=not_yet')).toHaveLength(3)
  const { headers } = await operatorCall(app, 'GET /api/admin/media')
  const until = headers['x-list-moment']
  expect((await operatorCall(app, 'POST /api/admin/media-seen', { until })).status).toBe(204)
  expect(await list('seen=not_yet')).toEqual([])
  const [fresh = 0] = await newItems(app, owner, 1)
  expect(await list('seen=not_yet')).toEqual([[fresh, 'live']])
  const counts = (query: string) => operatorCall(app, `GET /api/admin/removal-counts?${query}`)
  expect((await counts('seen=not_yet')).body).toEqual({ toTrash: 1, forGood: 0 })
  expect((await counts('status=trashed')).body).toEqual({ toTrash: 0, forGood: 0 })
  expect((await counts('status=waiting')).body).toEqual({ toTrash: 0, forGood: 1 })
})
