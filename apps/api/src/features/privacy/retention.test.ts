import type { Answer } from '@hotvote/shared/contract'
import type { health } from '@hotvote/shared/operator/health'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { GIVE_UP } from '../../../test/app/job-table.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { countJobs, withWorker } from '../../../test/app/worker.ts'
import { parseSamples } from '../../../test/make/exports.ts'
import { newItems } from '../../../test/make/items.ts'
import { addKeyedJob } from '../../platform/jobs/queue.ts'
import { insertJob } from '../../platform/jobs/queue-tables.ts'
import { applyRetention } from './retention.service.ts'

const run = (app: TestApp, shutdown = new AbortController()) => applyRetention(app.deps, shutdown.signal)
const sql = (app: TestApp, text: string, values: unknown[] = []) => app.deps.db.query<{ id: number }>({ text }, values)
const getRuns = async (app: TestApp) =>
  (await operatorCall<Answer<typeof health>>(app, 'GET /api/admin/health')).body.retention
const removedBy = async (app: TestApp, rule: string) => (await getRuns(app)).find((one) => one.rule === rule)?.removed

const daysLater = (app: TestApp, days: number) =>
  sql(
    app,
    `WITH seen AS (UPDATE sessions SET seen_at = seen_at - make_interval(days => $1))
    UPDATE users SET created_at = created_at - make_interval(days => $1), updated_at = updated_at - make_interval(days => $1)`,
    [days],
  )
const listIds = async (app: TestApp) => (await sql(app, 'SELECT id FROM users ORDER BY id')).map(({ id }) => id)

describe('inactive visitors', () => {
  it('are removed with sessions and views after the configured time', async () => {
    const app = await testApp({ RETENTION_VISITORS_DAYS: '30' })
    const visitors = await quickVisitors(app, 9)
    const [idle, viewer, owner, voter, named, left, asked, placed, back] = visitors
    if (!idle || !viewer || !owner || !voter || !named || !left || !asked || !placed || !back) throw new Error('none')
    const items = await newItems(app, owner.id, 150)
    for (const item of items) expect((await viewer.view(item)).status).toBe(204)
    await voter.vote(items[0] ?? 0)
    const patch = { cookie: named.cookie, body: { username: `Somebody ${named.id}` } }
    expect((await call(app, `PATCH /api/users/${named.id}`, patch)).status).toBe(200)
    const captured = { cookie: left.cookie, body: { email: 'left@example.com', sessionId: left.sessionId } }
    expect((await call(app, 'POST /api/email-capture', captured)).status).toBe(204)
    const link = { cookie: asked.cookie, body: { email: 'asked@example.com', sessionId: asked.sessionId } }
    expect((await call(app, 'POST /api/auth/send-magic-link', link)).status).toBe(200)
    const place = { sessionId: placed.sessionId, username: '', latitude: 1, longitude: 2 }
    expect((await call(app, 'POST /api/session', { body: place })).status).toBe(200)
    await daysLater(app, 29)
    await run(app)
    expect(await listIds(app)).toHaveLength(9)

    await daysLater(app, 2)
    expect((await call(app, `GET /api/users/${back.id}/stats`, { cookie: back.cookie })).status).toBe(200)
    await sql(app, 'UPDATE retention_runs SET ran_at = NULL')
    await run(app)
    expect(await listIds(app)).toEqual(
      [owner, voter, named, left, asked, placed, back].map(({ id }) => id).sort((a, b) => a - b),
    )
    expect(await removedBy(app, 'visitors')).toBe(2)
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM sessions')).toBe(7)
    expect(await queryCount(app.deps.db, 'SELECT sum(views) FROM media')).toBe(0)
    await expectExactCounts(app.deps.db)
    expectError(await idle.vote(items[0] ?? 0), 401, 'no_session')
  })
})

describe('network addresses in the audit log', () => {
  it('are blanked once after the configured time, and the rest of each entry remains', async () => {
    const app = await testApp({ RETENTION_ADDRESSES_DAYS: '30' })
    await sql(
      app,
      `INSERT INTO audit_log (event, actor, request_id, context, created_at)
      SELECT 'SETTINGS_UPDATED', 'operator', 'r' || n, jsonb_build_object('n', n, 'ip', '192.0.2.' || n % 200),
        now() - make_interval(days => 31 - (n > 2500)::int * 10) FROM generate_series(1, 3000) n`,
    )
    await sql(
      app,
      `INSERT INTO operations (kind, status, input, ended_at) VALUES
        ('delete-media', 'done', '{"ip": "192.0.2.1", "mediaIds": [1]}', now() - interval '31 days'),
        ('delete-bucket-files', 'done', '{"ip": "192.0.2.1"}', now() - interval '29 days')`,
    )
    await run(app)
    const entries = await listAudit(app)
    expect(entries.slice(0, 2500).every(({ context }) => context.ip === null)).toBe(true)
    expect(entries.slice(2500).every(({ context }) => String(context.ip).startsWith('192.0.2.'))).toBe(true)
    expect(entries.map(({ context, requestId }) => [context.n, requestId])).toEqual(
      Array.from({ length: 3000 }, (_, n) => [n + 1, `r${n + 1}`]),
    )
    expect(await removedBy(app, 'addresses')).toBe(2501)
    expect(await sql(app, 'SELECT input FROM operations ORDER BY id')).toEqual([
      { input: { mediaIds: [1] } },
      { input: { ip: '192.0.2.1' } },
    ])
  })

  it('cannot be blanked earlier, and nothing else of an entry can change', async () => {
    const app = await testApp({ RETENTION_ADDRESSES_DAYS: '30' })
    const blank = `UPDATE audit_log SET context = context || '{"ip": null}'`
    await sql(
      app,
      `INSERT INTO audit_log (event, actor, context, created_at) VALUES
        ('SETTINGS_UPDATED', 'operator', '{"ip": "192.0.2.1", "n": 1}', now() - interval '31 days')`,
    )
    const refused = async (text: string) => expect(sql(app, text), text).rejects.toThrow('audit_log only grows')
    await refused(blank)
    await sql(app, `INSERT INTO retention_runs (rule, days) VALUES ('addresses', 32), ('visitors', 1)`)
    await refused(blank)
    await sql(app, `UPDATE retention_runs SET days = 0 WHERE rule = 'addresses'`)
    await refused(blank)
    await sql(app, `UPDATE retention_runs SET days = 30 WHERE rule = 'addresses'`)
    for (const change of [
      `context = context || '{"ip": null, "n": 2}'`,
      `context = context || '{"ip": "192.0.2.2"}'`,
      `context = context - 'ip'`,
      `context = context || '{"ip": null, "more": 1}'`,
      `context = context || '{"n": 2}'`,
      `context = '{"ip": null}'`,
      `context = context || '{"ip": null}', event = 'backup'`,
      `context = context || '{"ip": null}', actor = 'system'`,
      `context = context || '{"ip": null}', request_id = 'other'`,
      `context = context || '{"ip": null}', created_at = now()`,
      `context = context || '{"ip": null}', id = DEFAULT`,
      `event = event`,
    ])
      await refused(`UPDATE audit_log SET ${change}`)
    await refused('DELETE FROM audit_log')
    await sql(app, blank)
    expect((await listAudit(app)).map(({ context }) => context)).toEqual([{ ip: null, n: 1 }])
    await refused(blank)
    await refused(`UPDATE audit_log SET context = context || '{"ip": "192.0.2.1"}'`)
  })
})

describe('finished records', () => {
  it('are deleted after the configured time: operations, failed jobs and captured emails', async () => {
    const app = await testApp({ RETENTION_OPERATIONS_DAYS: '30', RETENTION_CAPTURED_EMAILS_DAYS: '60' })
    await sql(
      app,
      `INSERT INTO operations (kind, status, ended_at) VALUES
        ('import-media', 'done', now() - interval '40 days'), ('import-media', 'failed', now() - interval '35 days'),
        ('export-votes', 'done', now() - interval '40 days'), ('export-votes', 'done', now() - interval '20 days'),
        ('populate-votes', 'paused', NULL), ('populate-votes', 'stopped', now() - interval '1 day')`,
    )
    for (const days of [31, 29]) {
      await insertJob(app.deps.db, { name: 'skip-mail', payload: {}, key: `${days}`, delay: -86_400 * days })
      await sql(app, GIVE_UP.replace('now()', `now() - interval '${days} days'`))
    }
    // Waiting jobs are kept at any age.
    await insertJob(app.deps.db, { name: 'skip-mail', payload: {}, key: 'waits', delay: -86_400 * 100 })
    await sql(
      app,
      `INSERT INTO captured_emails (email, created_at) VALUES ('old@example.com', now() - interval '61 days'), ('new@example.com', now() - interval '59 days')`,
    )
    await run(app)
    expect(await sql(app, 'SELECT kind, status FROM operations ORDER BY id')).toEqual([
      { kind: 'import-media', status: 'failed' },
      { kind: 'export-votes', status: 'done' },
      { kind: 'populate-votes', status: 'paused' },
      { kind: 'populate-votes', status: 'stopped' },
    ])
    expect(await countJobs(app.deps.db)).toBe(2)
    expect(await sql(app, 'SELECT email FROM captured_emails')).toEqual([{ email: 'new@example.com' }])
    expect(await removedBy(app, 'operations')).toBe(3)
    expect(await removedBy(app, 'captured-emails')).toBe(1)
  })
})

describe('the retention job', () => {
  it('removes nothing when switched off, and shows that', async () => {
    const app = await testApp({ RETENTION_CAPTURED_EMAILS_DAYS: '0' })
    await sql(app, `INSERT INTO captured_emails (email, created_at) VALUES ('old@example.com', '2001-01-01')`)
    await run(app)
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM captured_emails')).toBe(1)
    const runs = await getRuns(app)
    expect(runs.find(({ rule }) => rule === 'captured-emails')).toMatchObject({ days: 0, lastRun: null })
    for (const { rule, lastRun } of runs) expect(lastRun === null, rule).toBe(rule === 'captured-emails')
  })

  it('is measured from its first check until it first succeeds', async () => {
    const app = await testApp({ METRICS_TOKEN: 'r'.repeat(32) })
    await sql(
      app,
      `INSERT INTO retention_runs (rule, days, first_seen_at) VALUES ('visitors', 90, '2026-01-02T03:04:05Z')`,
    )
    const stopped = new AbortController()
    stopped.abort()
    await run(app, stopped)
    expect((await getRuns(app)).find(({ rule }) => rule === 'visitors')).toMatchObject({
      lastRun: null,
      firstSeen: '2026-01-02T03:04:05.000Z',
    })
    const metrics = await call(app, 'GET /metrics', { headers: { authorization: `Bearer ${'r'.repeat(32)}` } })
    const last = parseSamples(metrics.text).get('hotvote_retention_last_timestamp_seconds{rule="visitors"}')
    expect(last).toBe(Date.parse('2026-01-02T03:04:05Z') / 1000)
  })

  it('runs once a day', async () => {
    const app = await testApp()
    const old = `INSERT INTO captured_emails (email, created_at) VALUES ('old@example.com', '2001-01-01')`
    const left = () => queryCount(app.deps.db, 'SELECT count(*) FROM captured_emails')
    await sql(app, old)
    await withWorker(app)
    await addKeyedJob(app.deps.db, { name: 'apply-retention', payload: {}, key: 'one' })
    await expect.poll(left, SOON).toBe(0)
    await expect.poll(async () => (await getRuns(app)).every(({ lastRun }) => lastRun !== null), SOON).toBe(true)
    await sql(app, old)
    await run(app)
    expect(await left()).toBe(1)
    await sql(app, `UPDATE retention_runs SET ran_at = now() - interval '24 hours'`)
    await run(app)
    expect(await left()).toBe(0)
    expect((await quickVisitor(app)).id).toBeGreaterThan(0)
  })
})
