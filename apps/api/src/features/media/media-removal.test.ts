import type { LibraryItem, MediaRemoval, TrashedItem } from '@hotvote/shared/operator/media-library'
import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts } from '../../../test/app/database.ts'
import { listAudit, operatorCall, startAsOperator } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { operationWhen, withWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant } from '../../../test/make/moderation.ts'

const REMOVE = 'POST /api/admin/delete-media'

describe('removing many items', () => {
  it('continues after the caller left and skips items that cannot be removed', async () => {
    const app = await testApp()
    const { id } = await quickVisitor(app)
    const [gone = 0, stuck = 0, last = 0, other = 0] = await newItems(app, id, 4)
    await (await quickVisitor(app)).vote(last)
    await app.deps.db.query({
      text: `
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
CREATE TRIGGER refuse BEFORE UPDATE ON media FOR EACH ROW WHEN (OLD.id = ${stuck}) EXECUTE FUNCTION refuse()`,
    })
    expect((await operatorCall(app, `DELETE /api/admin/media/${gone}`)).status).toBe(204)

    const started = await startAsOperator(app, REMOVE, { mediaIds: [gone, stuck, stuck, last] })
    expect(started.status, started.text).toBe(202)
    expectError(await startAsOperator(app, REMOVE, { mediaIds: [other] }), 409, 'busy')
    await withWorker(app)
    const { result } = await operationWhen(app, 'delete-media', ({ status }) => status === 'done')
    expect(result).toEqual({
      message: 'Deleted 1 item; 2 could not be deleted',
      deleted: [last],
      errors: [
        { id: gone, reason: 'This item is no longer available.' },
        { id: stuck, reason: 'Something went wrong on our side.' },
      ],
      since: expect.any(String),
    })
    const left = await app.deps.db.query({ text: 'SELECT id FROM media WHERE position IS NOT NULL ORDER BY id' })
    expect(left).toEqual([{ id: stuck }, { id: other }])
    await expectExactCounts(app.deps.db)
    const entries = (await listAudit(app)).filter(({ context }) => context.mediaId === last)
    expect(entries.map(({ event }) => event)).toEqual(['ADMIN_DELETE_REQUEST', 'ADMIN_DELETE_COMPLETED'])
    expect(entries[0]).toMatchObject({
      requestId: started.headers['x-request-id'],
      context: { ip: expect.any(String) },
    })
  })

  it('returns its result to a waiting caller and refuses an invalid list', async () => {
    const app = await testApp()
    const { id } = await quickVisitor(app)
    const mediaIds = await newItems(app, id, 3)
    await withWorker(app)
    const { body } = await operatorCall<MediaRemoval>(app, REMOVE, { mediaIds })
    expect(body).toMatchObject({ message: 'Deleted 3 items', deleted: mediaIds, errors: [] })
    for (const bad of [{ mediaIds: [] }, {}, { mediaIds: ['1'] }, { mediaIds: Array(5001).fill(1) }])
      expectError(await operatorCall(app, REMOVE, bad), 400)
  })
})

describe('undoing a removal', () => {
  it('skips items whose takedown is upheld', async () => {
    const app = await testApp()
    const { id } = await quickVisitor(app)
    const [upheld = 0, open = 0, last = 0] = await newItems(app, id, 3)
    const claim = complainant(app)
    for (const mediaId of [upheld, open]) await claim.file({ mediaId })
    await app.deps.db.query(
      { text: `UPDATE takedowns SET status = 'resolved' FROM takedown_items WHERE takedown_id = id AND media_id = $1` },
      [upheld],
    )
    const counts = async (query = '') => (await operatorCall(app, `GET /api/admin/removal-counts${query}`)).body
    expect(await counts()).toEqual({ toTrash: 2, forGood: 1 })
    expect(await counts(`?id=${open}`)).toEqual({ toTrash: 1, forGood: 0 })
    expect(await counts(`?userId=${id}&type=video`)).toEqual({ toTrash: 0, forGood: 0 })
    const { body } = await operatorCall<LibraryItem[]>(app, 'GET /api/admin/media')
    expect(body.filter(({ isForGood }) => isForGood).map((item) => item.id)).toEqual([upheld])
    await withWorker(app)
    expect((await operatorCall(app, REMOVE, { mediaIds: [upheld, open, last] })).status).toBe(200)
    const trash = await operatorCall<TrashedItem[]>(app, 'GET /api/admin/trash')
    expect(trash.body.map((item) => item.id)).toEqual([last, open])
  })
})
