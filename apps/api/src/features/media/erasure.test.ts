import { describe, expect, it } from 'vitest'
import { call, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { withWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { afterTrashDays } from '../../../test/make/moderation.ts'

const app = await testApp()
const owner = await quickVisitor(app)

const remove = (mediaId: number) =>
  call(app, `DELETE /api/media/${mediaId}?userId=${owner.id}`, { cookie: owner.cookie })
const count = (text: string, values: unknown[] = []) => queryCount(app.deps.db, text, values)
const countRows = (mediaId: number) => count('SELECT count(*) FROM media WHERE id = $1', [mediaId])
const votesOn = (mediaId: number) => count('SELECT count(*) FROM votes WHERE media_id = $1', [mediaId])

const popularItem = async (raters: number) => {
  const [mediaId = 0] = await newItems(app, owner.id, 1)
  const text = `
WITH rater AS (
  INSERT INTO users (username, votes_cast, views_made) SELECT 'Rater ' || $1::bigint || '-' || n, 1, 1
  FROM generate_series(1, $2::int) n RETURNING id),
vote AS (INSERT INTO votes (user_id, media_id, is_hot) SELECT id, $1::bigint, id % 3 > 0 FROM rater RETURNING is_hot),
view AS (INSERT INTO views (user_id, media_id) SELECT id, $1::bigint FROM rater)
UPDATE media SET hot_votes = (SELECT count(*) FILTER (WHERE is_hot) FROM vote),
  not_votes = (SELECT count(*) FILTER (WHERE NOT is_hot) FROM vote), views = $2 WHERE id = $1`
  await app.deps.db.query({ text }, [mediaId, raters])
  return mediaId
}

describe('a deleted item', () => {
  it('disappears at once although a vote on it is delayed', async () => {
    const [voter] = await quickVisitors(app, 1)
    const [mediaId = 0, other = 0] = await newItems(app, owner.id, 2)
    await voter?.vote(mediaId)
    const holder = await app.deps.db.pool.connect()
    await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [voter?.id])
    const answer = await remove(mediaId)
    await holder.query('ROLLBACK')
    holder.release()
    expect(answer.status, answer.text).toBe(204)
    expect((await owner.next()).status).toBe(404)
    expect((await voter?.vote(mediaId))?.status).toBe(404)
    expect((await voter?.vote(other))?.status).toBe(201)
    await remove(other)
  })

  it('loses votes and views in batches and continues after a kill', async () => {
    const mediaId = await popularItem(2300)
    const left =
      'SELECT count(*) FROM users WHERE votes_cast + views_made > 0 AND id IN (SELECT user_id FROM votes WHERE media_id = $1)'
    await remove(mediaId)
    expect(await votesOn(mediaId)).toBe(2300)
    expect((await operatorCall<{ totalVotes: number }>(app, 'GET /api/admin/media-totals')).body.totalVotes).toBe(0)

    await afterTrashDays(app)
    const holder = await app.deps.db.pool.connect()
    await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
    await holder.query('SELECT FROM users WHERE id = (SELECT max(user_id) FROM votes WHERE media_id = $1) FOR UPDATE', [
      mediaId,
    ])
    const first = await withWorker(app)
    await expect.poll(() => votesOn(mediaId), SOON).toBe(300)
    expect(await count(left, [mediaId])).toBe(300)
    const stopping = first.stop()
    await holder.query('ROLLBACK')
    holder.release()
    await stopping
    await withWorker(app)
    await expect.poll(() => countRows(mediaId), SOON).toBe(0)
    expect(await votesOn(mediaId)).toBe(0)
    expect(await count('SELECT count(*) FROM users WHERE votes_cast + views_made > 0')).toBe(0)
    await expectExactCounts(app.deps.db)
  })
})
