import type {
  LibraryItem,
  MediaRemoval,
  MediaRestored,
  TrashEmptied,
  TrashedItem,
} from '@hotvote/shared/operator/media-library'
import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts, hold, queryCount, waitingForLocks } from '../../../test/app/database.ts'
import { listAudit, operatorCall, startAsOperator } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { operationWhen, withWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'

const REMOVE = 'POST /api/admin/delete-matching-media'
const RESTORE = 'POST /api/admin/restore-media'
const EMPTY = 'POST /api/admin/empty-trash'

const rename = ({ deps }: TestApp, ids: number[], name: string) =>
  deps.db.query({ text: 'UPDATE media SET original_name = $2 WHERE id = ANY ($1::bigint[])' }, [ids, name])
const shown = async (app: TestApp) =>
  (await operatorCall<LibraryItem[]>(app, 'GET /api/admin/media')).body.map(({ id }) => id).sort((a, b) => a - b)
const trashed = async (app: TestApp, query = '') =>
  (await operatorCall<TrashedItem[]>(app, `GET /api/admin/trash${query}`)).body
    .map(({ id }) => id)
    .sort((a, b) => a - b)
const remove = (app: TestApp, id = 0) => operatorCall(app, `DELETE /api/admin/media/${id}`)
const listed = async (app: TestApp, list: 'media' | 'trash') => {
  const { body, headers } = await operatorCall<{ id: number }[]>(app, `GET /api/admin/${list}`)
  const ids = body.map(({ id }) => id).sort((a, b) => a - b)
  return { ids, total: Number(headers['x-total-count']), moment: String(headers['x-list-moment']) }
}
const isDone = ({ status }: { status: string }) => status === 'done'

describe('removing all matching media', () => {
  it('spares items that were uploaded or restored after the list was shown', async () => {
    const app = await testApp()
    const [one, other] = [await quickVisitor(app), await quickVisitor(app)]
    const [back = 0, ...beaches] = await newItems(app, one.id, 4)
    const forests = await newItems(app, one.id, 2)
    const theirs = await newItems(app, other.id, 1)
    await rename(app, [back, ...beaches, ...theirs], 'beach.jpg')
    expect((await operatorCall(app, `DELETE /api/admin/media/${back}`)).status).toBe(204)
    await (await quickVisitor(app)).vote(beaches[0] ?? 0)

    const started = await startAsOperator(app, REMOVE, { search: 'beach', type: 'image', userId: one.id })
    expect(started.status, started.text).toBe(202)
    const late = await newItems(app, one.id, 1)
    await rename(app, late, 'beach.jpg')
    expect((await operatorCall(app, `POST /api/admin/trash/${back}/restore`)).status).toBe(204)
    await withWorker(app)
    const { result, progress } = await operationWhen(app, 'delete-media', isDone)
    expect(result).toEqual({ message: 'Deleted 3 items', deleted: [], errors: [], since: expect.any(String) })
    expect(progress).toMatchObject({ done: 3, total: 3 })
    expect(await shown(app)).toEqual([back, ...forests, ...theirs, ...late].sort((a, b) => a - b))
    expect(await trashed(app)).toEqual(beaches)
    const deleted = (await listAudit(app)).filter(({ event }) => event === 'ADMIN_DELETE_COMPLETED')
    expect(deleted.map(({ context }) => context.mediaId)).toEqual([back, ...beaches])
    await expectExactCounts(app.deps.db)
  })

  it('deletes the whole collection, each item once, despite a killed process', async () => {
    const app = await testApp()
    const { id } = await quickVisitor(app)
    const ids = await newItems(app, id, 12)
    const holder = await hold(app.deps.db, 'SELECT FROM media WHERE id = $1 FOR UPDATE', [ids[7]])
    await startAsOperator(app, REMOVE, { all: true })
    const first = await withWorker(app)
    await expect.poll(() => waitingForLocks(app.deps.db), SOON).toBe(1)
    const stopping = first.stop()
    await holder.end()
    await stopping
    await withWorker(app)
    const { result } = await operationWhen(app, 'delete-media', isDone)
    expect(result).toMatchObject({ message: 'Deleted 12 items' } satisfies Partial<MediaRemoval>)
    const entries = (await listAudit(app)).filter(({ event }) => event === 'ADMIN_DELETE_COMPLETED')
    expect(entries.map(({ context }) => context.mediaId)).toEqual(ids)
    expect(await queryCount(app.deps.db, 'SELECT uploads FROM users WHERE id = $1', [id])).toBe(0)
  })

  it('restores or erases items in the trash by list or by filter', async () => {
    const app = await testApp()
    const { id } = await quickVisitor(app)
    const beaches = await newItems(app, id, 3)
    const forests = await newItems(app, id, 2)
    await rename(app, beaches, 'beach.jpg')
    await rename(app, forests, 'forest.jpg')
    await withWorker(app)
    await operatorCall(app, REMOVE, { all: true })
    expect(await trashed(app, '?search=beach')).toEqual(beaches)
    expect(await trashed(app, '?trashedBy=owner')).toEqual([])
    const [beach = 0] = beaches
    const one = await operatorCall<MediaRestored>(app, RESTORE, { mediaIds: [beach, beach, 987_654] })
    expect(one.body).toEqual({
      message: 'Restored 1 item; 1 could not be restored',
      restored: 1,
      errors: [{ id: 987_654, reason: 'This item is no longer in the trash.' }],
    })
    const others = await operatorCall<MediaRestored>(app, RESTORE, { search: 'BEACH' })
    expect(others.body).toMatchObject({ restored: 2 })
    expect(await shown(app)).toEqual(beaches)
    const erased = await operatorCall<TrashEmptied>(app, 'POST /api/admin/empty-trash?search=beach')
    expect(erased.body).toEqual({ message: 'Deleted 0 items for good', erased: 0 })
    expect(await trashed(app)).toEqual(forests)
    const all = await operatorCall<TrashEmptied>(app, 'POST /api/admin/empty-trash?trashedBy=operator')
    expect(all.body).toMatchObject({ erased: 2 })
    expect(await trashed(app)).toEqual([])
    await expectExactCounts(app.deps.db)
  })

  it.each<[`${string} ${string}`, object?]>([
    ...[{}, { search: '' }, { all: false }, { serach: 'x' }].map((body): [typeof REMOVE, object] => [REMOVE, body]),
    ...[{}, { search: '' }, { all: 'true' }, { serach: 'x' }].map((body): [typeof RESTORE, object] => [RESTORE, body]),
    ...['', '?search=', '?all=false', '?serach=x'].map((query): [`POST ${string}`] => [`${EMPTY}${query}`]),
    [`${EMPTY}?all=true`, { search: 'x' }],
  ])('refuses %s %j, which selects no items', async (route, body) => {
    const app = await testApp()
    const [gone = 0, ...ids] = await newItems(app, (await quickVisitor(app)).id, 3)
    await remove(app, gone)
    expectError(await operatorCall(app, route, body), 400, 'invalid_request')
    await withWorker(app)
    expect(await shown(app)).toEqual(ids)
    expect(await trashed(app)).toEqual([gone])
  })

  it('refuses invalid filters and lists', async () => {
    const app = await testApp()
    for (const bad of [{ type: 'audio' }, { userId: 'x' }, { search: 'x'.repeat(201) }])
      expectError(await operatorCall(app, REMOVE, bad), 400)
    for (const bad of [{ mediaIds: [] }, { trashedBy: 'nobody' }])
      expectError(await operatorCall(app, RESTORE, bad), 400)
  })
})

describe('emptying the list of the trash', () => {
  it('erases listed items and spares items that were deleted again since', async () => {
    const app = await testApp()
    const [first, second, again, late] = await newItems(app, (await quickVisitor(app)).id, 4)
    await withWorker(app)
    for (const id of [first, second, again]) await remove(app, id)
    const { ids, total, moment } = await listed(app, 'trash')
    expect([ids, total]).toEqual([[first, second, again], 3])
    expect((await operatorCall(app, `POST /api/admin/trash/${again}/restore`)).status).toBe(204)
    for (const id of [again, late]) await remove(app, id)
    const { body } = await operatorCall<TrashEmptied>(app, `POST /api/admin/empty-trash?all=true&moment=${moment}`)
    expect(body.erased).toBe(2)
    expect(await trashed(app)).toEqual([again, late])
    const newer = await listed(app, 'trash')
    await operatorCall<TrashEmptied>(app, `POST /api/admin/empty-trash?all=true&moment=${newer.moment}`)
    expect(await trashed(app)).toEqual([])
  })

  it('restores listed items and spares items that were deleted since', async () => {
    const app = await testApp()
    const [early, late] = await newItems(app, (await quickVisitor(app)).id, 2)
    await withWorker(app)
    const before = await listed(app, 'trash')
    await remove(app, early)
    const { moment } = await listed(app, 'trash')
    await remove(app, late)
    const nothing = await operatorCall<MediaRestored>(app, RESTORE, { all: true, moment: before.moment })
    expect(nothing.body.restored).toBe(0)
    expect((await operatorCall<MediaRestored>(app, RESTORE, { all: true, moment })).body.restored).toBe(1)
    expect(await trashed(app)).toEqual([late])
  })

  it('refuses an invalid time', async () => {
    const app = await testApp()
    for (const moment of ['!', '0000-01-01T00:00:00.000000Z', '']) {
      expectError(await operatorCall(app, REMOVE, { all: true, moment }), 400, 'invalid_request')
      expectError(await operatorCall(app, RESTORE, { all: true, moment }), 400, 'invalid_request')
      expectError(await operatorCall(app, `${EMPTY}?all=true&moment=${moment}`), 400, 'invalid_request')
    }
  })
})
