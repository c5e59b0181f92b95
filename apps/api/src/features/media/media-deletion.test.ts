import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { afterTrashDays } from '../../../test/make/moderation.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { countTraces, filePart, storedFile, upload } from '../../../test/make/upload.ts'
import { createTasks } from '../../tasks.ts'

const app = await testApp()
const owner = await quickVisitor(app)
const other = await quickVisitor(app)

const remove = (
  visitor: Pick<QuickVisitor, 'id' | 'cookie'>,
  mediaId: number | string,
  query = `userId=${visitor.id}`,
) => call(app, `DELETE /api/media/${mediaId}?${query}`, { cookie: visitor.cookie })

type Entry = { event: string; actor: string; request_id: string; context: Record<string, unknown> }
const listAudit = (mediaId: number) =>
  app.deps.db.query<Entry>(
    { text: `SELECT event, actor, request_id, context FROM audit_log WHERE context->>'mediaId' = $1 ORDER BY id` },
    [String(mediaId)],
  )
const countUploads = ({ id }: QuickVisitor) => queryCount(app.deps.db, 'SELECT uploads FROM users WHERE id = $1', [id])
const expectUntouched = async (mediaId: number) => {
  expect(await queryCount(app.deps.db, 'SELECT count(*) FROM media WHERE id = $1', [mediaId])).toBe(1)
  expect(await listAudit(mediaId)).toEqual([])
}

describe("deleting one's own media", () => {
  it('removes votes, views and files of the item and writes audit entries', async () => {
    const visitor = await quickVisitor(app)
    const bytes = await quarters(640, 480).jpeg().toBuffer()
    const { body: item } = await upload(app, visitor, filePart(bytes))
    const { body: remaining } = await upload(app, visitor, filePart(bytes))
    const voters = await quickVisitors(app, 3)
    for (const voter of voters) {
      await voter.vote(item.id)
      await voter.vote(remaining.id)
      await voter.view(item.id)
    }
    const before = await countTraces(app)

    const answer = await remove(visitor, item.id)
    expect(answer).toMatchObject({ status: 204, text: '' })
    expectError(await other.vote(item.id), 404, 'not_found')
    expectError(await remove(visitor, item.id), 404, 'not_found')
    await afterTrashDays(app)
    await createTasks(app.deps)['erase-media']({}, new AbortController().signal)
    expect(await countTraces(app)).toMatchObject({ rows: before.rows - 1, objects: before.objects - 2 })
    expect((await storedFile(app, remaining.url)).length).toBeGreaterThan(0)

    const request_id = answer.headers['x-request-id']
    expect(await listAudit(item.id)).toEqual([
      {
        event: 'MEDIA_DELETE_REQUEST',
        actor: 'visitor',
        request_id,
        context: { mediaId: item.id, userId: visitor.id, mimeType: 'image/jpeg', size: item.size },
      },
      {
        event: 'MEDIA_DELETE_COMPLETED',
        actor: 'visitor',
        request_id,
        context: { mediaId: item.id, userId: visitor.id, votes: 3, views: 3, files: 2 },
      },
    ])
    expect(await countUploads(visitor)).toBe(1)
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM votes')).toBe(3)
    await expectExactCounts(app.deps.db)
  })

  it('deletes a hidden item but not an unfinished upload', async () => {
    const [hidden = 0, unfinished = 0] = await newItems(app, owner.id, 2)
    await app.deps.db.query({ text: 'UPDATE media SET position = NULL WHERE id = ANY($1::bigint[])' }, [
      [hidden, unfinished],
    ])
    await app.deps.db.query({ text: `UPDATE media SET status = 'pending' WHERE id = $1` }, [unfinished])
    expect((await remove(owner, hidden)).status).toBe(204)
    expectError(await remove(owner, unfinished), 404, 'not_found')
  })

  it('is refused to other visitors', async () => {
    const [mediaId = 0] = await newItems(app, owner.id, 1)
    expectError(await remove(other, mediaId), 403, 'not_yours')
    expectError(await remove(other, mediaId, `userId=${owner.id}`), 403, 'not_yours')
    expectError(await remove({ id: owner.id, cookie: '' }, mediaId), 401, 'no_session')
    expectError(await remove({ id: owner.id, cookie: 'hv_session=made-up.signature' }, mediaId), 401, 'no_session')
    await expectUntouched(mediaId)
  })

  it('requires exactly one valid user and item', async () => {
    const [mediaId = 0] = await newItems(app, owner.id, 1)
    const { id } = owner
    for (const query of [
      '',
      'userId=',
      'userId=x',
      `userId=${id}&userId=${id}`,
      `userId=${id}&userId=${other.id}`,
      `userId[]=${id}`,
      `userId[x]=${id}`,
      `userId=${id}.0`,
    ])
      expectError(await remove(owner, mediaId, query), 400, 'invalid_request')
    for (const bad of ['x', '0', '-1', '1e3', '99999999999999999999', `${mediaId}%00`])
      expectError(await remove(owner, bad), 400, 'invalid_request')
    expectError(await remove(owner, 999_999_999), 404, 'not_found')
    await expectUntouched(mediaId)
  })
})

describe('simultaneous deletions', () => {
  it('delete an item once when ten of them arrive', async () => {
    const visitor = await quickVisitor(app)
    const [mediaId = 0] = await newItems(app, visitor.id, 2)
    for (const voter of await quickVisitors(app, 5)) await voter.vote(mediaId)
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(visitor, mediaId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect((await listAudit(mediaId)).map(({ event }) => event)).toEqual([
      'MEDIA_DELETE_REQUEST',
      'MEDIA_DELETE_COMPLETED',
    ])
    expect(await countUploads(visitor)).toBe(1)
    await expectExactCounts(app.deps.db)
  })

  it('never leave a counted vote or view on a deleted item', async () => {
    const visitor = await quickVisitor(app)
    const voters = await quickVisitors(app, 3)
    for (const mediaId of await newItems(app, visitor.id, 100)) {
      const [removed, ...answers] = await Promise.all([
        remove(visitor, mediaId),
        ...voters.map(({ vote }) => vote(mediaId)),
        ...voters.map(({ view }) => view(mediaId)),
      ])
      expect(removed.status, removed.text).toBe(204)
      for (const { status, text } of answers) expect([201, 204, 404], text).toContain(status)
    }
    const left = 'SELECT count(*) FROM votes WHERE media_id NOT IN (SELECT id FROM media)'
    expect(await queryCount(app.deps.db, left)).toBe(0)
    expect(await countUploads(visitor)).toBe(0)
    await expectExactCounts(app.deps.db)
  })
})
