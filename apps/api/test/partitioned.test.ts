import pg from 'pg'
import { expect, it } from 'vitest'
import { partitionRatings } from '../bench/partition.ts'
import { copyDatabase } from '../src/features/backup/database-copy.ts'
import { call, quickVisitor } from './call.ts'
import { countOf, expectExactCounts } from './counts.ts'
import { JOBS } from './job-table.ts'
import { operatorCall } from './operator.ts'
import { PROCESSES, SOON } from './soon.ts'
import { afterTrashDays } from './trash.ts'
import { broken, usedSite } from './used-site.ts'
import { withWorker } from './worker.ts'

it('a site whose votes and views are split by visitor does all that it did', PROCESSES, async () => {
  const { app, items, owner, voter, look } = await usedSite()
  const { db } = app.deps
  const client = new pg.Client(app.deps.config.databaseUrl)
  await client.connect()
  await partitionRatings(client)
  const copied = await copyDatabase(client, async () => undefined)
  await client.end()
  // What a backup takes is the whole, whatever it is split into.
  const rows = (name: string) => copied.tables.find((table) => table.name === name)?.rows
  expect([rows('votes'), rows('votes_0')]).toEqual([await countOf(db, 'SELECT count(*) FROM votes'), undefined])
  expect(await countOf(db, `SELECT count(*) FROM pg_inherits WHERE inhparent = 'votes'::regclass`)).toBe(16)

  const [item = 0, other = 0] = items
  expect((await voter.vote(item)).status).toBe(409)
  const visitor = await quickVisitor(app)
  const rated: number[] = []
  for (let next = await visitor.next(); next.status === 200; next = await visitor.next()) {
    expect((await visitor.view(next.body.id)).status).toBe(204)
    expect((await visitor.vote(next.body.id)).status).toBe(201)
    rated.push(next.body.id)
  }
  expect(rated.sort((a, b) => a - b)).toEqual(items.slice(0, 3))
  expect((await visitor.undo(item)).status).toBe(200)
  expect((await visitor.next()).body.id).toBe(item)
  expect((await visitor.vote(item)).status).toBe(201)
  await expectExactCounts(db)

  await withWorker(app)
  expect((await operatorCall(app, 'POST /api/admin/delete-media', { mediaIds: [other] })).status).toBe(200)
  await afterTrashDays(app)
  await expect.poll(() => countOf(db, 'SELECT count(*) FROM votes WHERE media_id = $1', [other]), SOON).toBe(0)
  expect((await call(app, `GET /api/users/${owner.id}/stats`, owner)).status).toBe(200)
  expect((await operatorCall<{ rows: unknown[] }>(app, 'GET /api/admin/overview')).status).toBe(200)
  // The job for files that a store may complete late runs once more when all has long ended.
  const jobs = `SELECT count(*) FROM ${JOBS}
    WHERE due_at < now() + interval '10 minutes'`
  await expect.poll(() => countOf(db, jobs), SOON).toBe(0)
  expect(broken(await look())).toEqual({})
})
