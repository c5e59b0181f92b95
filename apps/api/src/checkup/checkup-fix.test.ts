import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { queryCount } from '../../test/app/database.ts'
import { broken, usedSite } from '../../test/make/used-site.ts'
import { addDeletionJob } from '../platform/jobs/queue.ts'

const { app, owner, voter, items, look, run, buildPath, store, uploaded } = await usedSite()

it('recounts totals, counters and watermarks, with an audit entry each', async () => {
  const [item] = await uploaded(1)
  await run(`UPDATE media SET hot_votes = hot_votes + 5, views = 0 WHERE id = ${items[0]};
    UPDATE users SET votes_cast = 7, uploads = 99 WHERE id = ${owner.id};
    UPDATE users SET rated_through = 1000 WHERE id = ${voter.id}`)
  const counted = ['Totals of items', 'Counters of users', 'Items left to rate']
  expect(Object.keys(broken(await look()))).toEqual(counted)
  const before = await queryCount(app.deps.db, 'SELECT count(*) FROM audit_log')
  const fixed = await look(true)
  expect(fixed.filter(({ status }) => status === 'fixed').map(({ title }) => title)).toEqual(counted)
  expect(broken(await look())).toEqual({})
  expect((await voter.next()).body.id).toBe(item)
  const entries = await app.deps.db.query<{ event: string; repaired: string }>(
    { text: `SELECT event, context ->> 'repaired' AS repaired FROM audit_log ORDER BY id OFFSET $1` },
    [before],
  )
  const repaired = ['totals', 'counters', 'watermarks']
  expect(entries).toEqual(repaired.map((what) => ({ event: 'CHECKUP_REPAIR', repaired: what })))
})

it('deletes only old files of the site that no item or job needs', async () => {
  const makeKey = (letter: string) => `2020/01/01${letter.repeat(24)}-original.jpg`
  const [orphan, young, queued, foreign] = [makeKey('a'), makeKey('b'), makeKey('c'), 'holiday/beach.jpg'] as const
  for (const key of [orphan, queued, foreign]) await store(key, 61)
  await store(young, 59)
  await addDeletionJob(app.deps.db, { keys: [queued] })
  expect(broken(await look())).toEqual({ 'Files without an item': [orphan] })
  expect(existsSync(buildPath(orphan))).toBe(true)
  const rows = 'SELECT (SELECT count(*) FROM media) + (SELECT count(*) FROM votes) + (SELECT count(*) FROM users)'
  const before = await queryCount(app.deps.db, rows)
  expect(broken(await look(true))).toEqual({})
  expect([orphan, young, queued, foreign].map((key) => existsSync(buildPath(key)))).toEqual([false, true, true, true])
  expect(await queryCount(app.deps.db, rows)).toBe(before)
  expect(broken(await look())).toEqual({})
})

it('leaves rows unchanged that it cannot recount', async () => {
  await run(`INSERT INTO media (owner_id, mime_type, original_name, size_bytes, width, height, original_key, sha256, created_at)
    VALUES (${owner.id}, 'image/png', 'a.png', 1, 1, 1, '2020/01/01dddddddddddddddddddddddd-original.png', sha256('a'), now() - interval '2 hours')`)
  const outcomes = await look(true)
  expect(broken(outcomes)).toEqual({
    'Unfinished uploads and deletions': [expect.stringMatching(/^item \d+ is an upload that never ended$/)],
  })
  expect(broken(await look())).toEqual(broken(outcomes))
})
