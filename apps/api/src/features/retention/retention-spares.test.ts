import { describe, expect, it } from 'vitest'
import { type QuickVisitor, quickVisitors } from '../../../test/call.ts'
import { countOf, expectExactCounts } from '../../../test/counts.ts'
import { newItems } from '../../../test/items.ts'
import { GIVE_UP, JOB_TABLE, JOBS } from '../../../test/job-table.ts'
import { jobsDone } from '../../../test/jobs.ts'
import { SOON } from '../../../test/soon.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { withWorker } from '../../../test/worker.ts'
import { insertJob } from '../../jobs/queue-tables.ts'
import { applyRetention } from './retention.service.ts'

const run = (app: TestApp) => applyRetention(app.deps, new AbortController().signal)
const sql = (app: TestApp, text: string, values: unknown[] = []) => app.deps.db.query<{ id: number }>({ text }, values)

describe('visitors who were idle', () => {
  it('keep what they voted when they come back while their many views are removed', async () => {
    // On a busy machine what the test holds up waits for longer than a site would let it.
    const app = await testApp({ RETENTION_VISITORS_DAYS: '1' })
    const { db } = app.deps
    const [owner, back] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
    const items = await newItems(app, owner.id, 250)
    for (const item of items) expect((await back.view(item)).status).toBe(204)
    for (const text of [
      `UPDATE sessions SET seen_at = seen_at - interval '2 days'`,
      `UPDATE users SET created_at = created_at - interval '2 days', updated_at = updated_at - interval '2 days'`,
    ])
      await sql(app, text)
    const holder = await db.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await holder.query('SELECT FROM media WHERE id = $1 FOR UPDATE', [items[0]])
    const running = run(app)
    const waiting = `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    await expect.poll(() => countOf(db, waiting), SOON).toBe(1)
    const voted = await back.vote(items[100] ?? 0)
    expect(voted.status, voted.text).toBe(201)
    await holder.query('ROLLBACK')
    holder.release()
    await running
    expect(await countOf(db, 'SELECT count(*) FROM votes')).toBe(1)
    expect(await countOf(db, 'SELECT count(*) FROM views')).toBe(250)
    expect(await countOf(db, 'SELECT count(*) FROM users WHERE id = $1', [back.id])).toBe(1)
    await expectExactCounts(db)
  })
})

describe('jobs of files that were given up', () => {
  it.each(['delete-files', 'read-removed', 'make-renditions'])(
    'stay queued for ever, and are tried again each day: %s',
    async (task) => {
      const app = await testApp({ RETENTION_OPERATIONS_DAYS: '1' })
      await insertJob(app.deps.db, {
        name: task,
        payload: { key: 'x', keys: [], mediaId: 1 },
        key: 'a',
        delay: -86_400 * 100,
      })
      await sql(app, GIVE_UP)
      for (const [ago, state] of [
        ['23 hours', 'failed'],
        ['25 hours', 'retry'],
      ]) {
        await sql(app, `UPDATE ${JOB_TABLE} SET completed_on = now() - interval '${ago}'`)
        await run(app)
        expect(await sql(app, `SELECT state FROM ${JOBS}`)).toEqual([{ state }])
      }
      await withWorker(app)
      await jobsDone(app.deps.db)
    },
  )
})
