import type { Answer } from '@hotvote/shared/contract'
import type { health } from '@hotvote/shared/operator/health'
import { expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { GIVE_UP, JOB_TABLE, TAKE } from '../../../test/app/job-table.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { beforeMidnight, SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { withWorker } from '../../../test/app/worker.ts'
import { openMailbox, sendDueMail } from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant } from '../../../test/make/moderation.ts'
import { addKeyedJob, addRenditionJob } from '../../platform/jobs/queue.ts'

const readHealth = async (app: TestApp) => {
  const { status, body } = await operatorCall<Answer<typeof health>>(app, 'GET /api/admin/health')
  expect(status).toBe(200)
  return body
}
const sql = (app: TestApp, text: string) => app.deps.db.query({ text })
const addMail = async (app: TestApp) => {
  const { cookie, sessionId } = await quickVisitor(app)
  const body = {
    email: `${sessionId
      .slice(0, 8)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, 'x')}@example.com`,
    sessionId,
  }
  expect((await call(app, 'POST /api/auth/send-magic-link', { cookie, body })).status).toBe(200)
}

it('reports an idle site as healthy', async () => {
  const app = await testApp()
  const { database, disk, startedAt, ...rest } = await readHealth(app)
  expect(rest).toEqual({
    queue: { due: 0, later: 0, running: 0, failed: 0, oldestDue: null },
    decisions: {
      reports: 0,
      urgentReports: 0,
      takedowns: 0,
      lookAlikes: 0,
      uploads: 0,
      surges: 0,
      oldest: null,
      isLate: false,
      isUrgentLate: false,
    },
    mail: null,
    screening: null,
    store: { kind: 'disk', isReachable: true },
    workers: { alive: 0, lastSeen: null },
    lastBackup: null,
    retention: [
      { rule: 'visitors', days: 90, removed: 0, lastRun: null, firstSeen: null },
      { rule: 'addresses', days: 90, removed: 0, lastRun: null, firstSeen: null },
      { rule: 'operations', days: 90, removed: 0, lastRun: null, firstSeen: null },
      { rule: 'captured-emails', days: 730, removed: 0, lastRun: null, firstSeen: null },
    ],
    version: expect.stringMatching(/^\d+\.\d+\.\d+(?:[+][0-9a-f]{8})?$/),
  })
  expect(database.ms).toBeGreaterThan(0)
  expect(disk?.free).toBeGreaterThan(0)
  expect(disk?.total).toBeGreaterThan(disk?.free ?? Infinity)
  expect(disk?.kept).toBe(500 * 1024 * 1024)
  expect(Date.parse(startedAt)).toBeLessThan(Date.now())
  expectError(await call(app, 'GET /api/admin/health'), 401, 'not_operator')
})

it('reports sent and failed emails and the last backup', async () => {
  const mailbox = await openMailbox()
  const app = await testApp({ SMTP_URL: mailbox.url })
  await addMail(app)
  await addMail(app)
  await sendDueMail(app)
  await beforeMidnight()
  await sql(
    app,
    `INSERT INTO mail_counts VALUES ((now() AT TIME ZONE 'UTC')::date - 29, 5), ((now() AT TIME ZONE 'UTC')::date - 30, 100)`,
  )
  await sql(
    app,
    `INSERT INTO audit_log (event, actor, context, created_at) VALUES
     ('MAIL_NOT_DELIVERED', 'system', '{"reason": "long ago"}', now() - interval '31 days'),
     ('backup', 'system', '{}', '2026-01-02T03:04:05Z'),
     ('backup', 'system', '{}', '2026-01-03T03:04:05Z')`,
  )
  mailbox.become('unknown-recipient')
  await addMail(app)
  await sendDueMail(app)
  const { mail, lastBackup } = await readHealth(app)
  expect(mail).toEqual({
    sent: 7,
    waiting: 0,
    problem: null,
    failed: 1,
    lastFailure: { at: expect.any(String), reason: expect.stringContaining('smtp') },
  })
  expect(lastBackup).toBe('2026-01-03T03:04:05.000Z')
})

it('reports waiting and failed jobs and the processes that run them', async () => {
  const app = await testApp()
  const add = (name: 'skip-mail' | 'erase-media', key: string, delay: number) =>
    addKeyedJob(app.deps.db, { name, payload: {}, key, delay })
  await add('skip-mail', 'given up', -60)
  await sql(app, GIVE_UP)
  await add('erase-media', 'taken', -86_400)
  await sql(app, TAKE)
  // Only one job of this kind may run at a time.
  await add('erase-media', 'next', -86_400)
  for (const minutes of [2, 3]) await add('skip-mail', `${minutes}`, -60 * minutes)
  await add('skip-mail', 'later', 3600)
  const { queue } = await readHealth(app)
  expect(queue).toMatchObject({ due: 2, later: 2, running: 1, failed: 1 })
  expect(queue.oldestDue).toBeLessThan(3600)
  expect(queue.oldestDue).toBeGreaterThanOrEqual(180)
  await sql(app, `DELETE FROM ${JOB_TABLE} WHERE state = 'active'`)
  await withWorker(app)
  await expect
    .poll(() => readHealth(app), SOON)
    .toMatchObject({
      queue: { due: 0, later: 1, failed: 1, oldestDue: null },
      workers: { alive: 1, lastSeen: expect.any(String) },
    })
})

it('counts renditions that wait as jobs for later', async () => {
  const app = await testApp()
  for (const key of ['a', 'b', 'c']) await addRenditionJob(app.deps.db, { key })
  expect((await readHealth(app)).queue).toEqual({ due: 0, later: 3, running: 0, failed: 0, oldestDue: null })
})

it('reports overdue decisions with their age', async () => {
  const app = await testApp()
  await newItems(app, (await quickVisitor(app)).id, 4)
  const report = `
INSERT INTO reported_media (media_id, is_urgent, opened_at, decided_at)
SELECT id, n = 1, now() - n * interval '20 minutes', CASE n WHEN 3 THEN now() END
FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM media) item WHERE n < 4`
  await sql(app, report)
  await sql(app, `INSERT INTO look_alikes SELECT max(id), NULL, now() - interval '47 hours' FROM media`)
  expect((await complainant(app).file()).status).toBe(201)
  const { decisions } = await readHealth(app)
  expect(decisions).toMatchObject({ reports: 2, urgentReports: 1, takedowns: 1, lookAlikes: 1, isLate: false })
  expect(Math.floor((decisions.oldest ?? 0) / 3600)).toBe(47)
  const isLateAfter = async (change: string) => {
    await sql(app, change)
    return (await readHealth(app)).decisions.isLate
  }
  const older = (table: string, which = 'true') =>
    `UPDATE ${table} SET opened_at = opened_at - interval '1 hour' WHERE ${which}`
  expect(await isLateAfter(older('reported_media', 'NOT is_urgent'))).toBe(false)
  expect(await isLateAfter(older('takedowns'))).toBe(false)
  expect(await isLateAfter(older('reported_media', 'is_urgent'))).toBe(false)
  const dayOld = `UPDATE reported_media SET opened_at = now() - interval '25 hours' WHERE is_urgent`
  expect(await isLateAfter(dayOld)).toBe(true)
  expect((await readHealth(app)).decisions.isUrgentLate).toBe(true)
})

it('reports uploads that wait for review, and as late after 48 hours', async () => {
  const app = await testApp()
  await newItems(app, (await quickVisitor(app)).id, 2)
  const wait = `UPDATE media SET status = 'waiting', review_cause = 'everything', position = NULL, created_at = now()`
  await sql(app, `${wait} - interval '47 hours'`)
  expect((await readHealth(app)).decisions).toMatchObject({ uploads: 2, isLate: false })
  await sql(app, `UPDATE media SET created_at = created_at - interval '2 hours'`)
  expect((await readHealth(app)).decisions).toMatchObject({ uploads: 2, isLate: true, isUrgentLate: false })
  await sql(app, `UPDATE media SET review_cause = 'screening'`)
  expect((await readHealth(app)).decisions).toMatchObject({ uploads: 0, oldest: null, isLate: false })
})

it('reports a store that does not answer', async () => {
  const nowhere = { S3_BUCKET: 'nowhere', S3_ENDPOINT: 'http://127.0.0.1:9' }
  const app = await testApp({ ...nowhere, S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' })
  expect((await readHealth(app)).store).toEqual({ kind: 'bucket', isReachable: false })
})
