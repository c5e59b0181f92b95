import { writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResetResult } from '@hotvote/shared/operator/database'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, quickVisitors, readCookie } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount, waitingFor } from '../../../test/app/database.ts'
import { DUE_NOW } from '../../../test/app/job-table.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { appWithWorker, countJobs } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant } from '../../../test/make/moderation.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { countTraces, filePart, renditionsMade, storedFile, upload } from '../../../test/make/upload.ts'
import { lockBackups } from '../../platform/db/backup-lock.ts'

const RESET = 'POST /api/admin/reset-database'

/** A running backup delays file deletions. Returns a function that ends the backup. */
const duringBackup = async ({ deps }: TestApp) => {
  const holder = new pg.Client({ connectionString: deps.config.databaseUrl })
  await holder.connect()
  await lockBackups(holder)
  return () => holder.end()
}

describe('resetting the database', () => {
  it('deletes data of visitors but keeps settings, audit log and files', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    const [voter] = await quickVisitors(app, 3)
    await upload(app, owner, filePart(await quarters(40, 30).jpeg().toBuffer()))
    await renditionsMade(app)
    const { objects } = await countTraces(app)
    const [item = 0] = await newItems(app, owner.id, 5)
    await voter?.vote(item)
    await voter?.view(item)
    await complainant(app).file()
    await operatorCall(app, 'POST /api/admin/vote-multiplier-config', { isEnabled: true, multiplier: 2.5 })
    expect((await operatorCall(app, 'GET /api/admin/find-duplicates')).status).toBe(200)
    const text = `INSERT INTO operations (kind, status, ended_at) SELECT unnest($1::text[]), 'done', now()`
    await app.deps.db.query({ text }, [['populate-votes', 'export-votes', 'delete-media', 'restore-media']])

    const reset = await operatorCall<ResetResult>(app, RESET)
    expect(reset.status, reset.text).toBe(200)
    expect(reset.body).toEqual({
      message: 'Database reset completed successfully',
      deleted: { users: 4, media: 6, votes: 1, views: 1 },
    })
    for (const table of ['users', 'sessions', 'media', 'votes', 'views', 'takedowns'])
      expect(await queryCount(app.deps.db, `SELECT count(*) FROM ${table}`), table).toBe(0)
    expect(await queryCount(app.deps.db, 'SELECT last_position FROM catalog')).toBe(0)
    expect((await call(app, 'GET /api/vote-multiplier-config')).body).toMatchObject({ multiplier: 2.5 })
    expect((await countTraces(app)).objects).toBe(objects)
    for (const kind of ['find-duplicates', 'populate-votes', 'export-votes', 'delete-media', 'restore-media'])
      expect((await operatorCall(app, `GET /api/admin/operations/${kind}`)).body, kind).toBeNull()

    const entries = (await listAudit(app)).filter(({ event }) => event.startsWith('DATABASE_RESET'))
    const deleted = { users: 4, media: 6, votes: 1, views: 1 }
    expect(entries).toMatchObject([
      { event: 'DATABASE_RESET_REQUEST', actor: 'operator', context: deleted },
      { event: 'DATABASE_RESET_COMPLETED', actor: 'operator', context: deleted },
    ])

    const first = await quickVisitor(app)
    expect(first.id).toBe(1)
    const second = await quickVisitor(app)
    const [fresh = 0] = await newItems(app, first.id, 1)
    expect(fresh).toBe(1)
    expect((await second.next()).body).toMatchObject({ id: 1 })
    expect((await second.vote(fresh)).status).toBe(201)
    await expectExactCounts(app.deps.db)
  })

  it('deletes the files of removed items once no backup needs them', async () => {
    const app = await appWithWorker()
    const { db } = app.deps
    const owner = await quickVisitor(app)
    const { body: kept } = await upload(app, owner, filePart(await quarters(40, 30).jpeg().toBuffer()))
    await renditionsMade(app)
    const before = (await countTraces(app)).objects
    const folder = join(app.dataDir, 'media/2026/11')
    await mkdir(folder, { recursive: true })
    const names = Array.from({ length: 1500 }, (_, n) => `01h${String(n).padStart(23, '0')}-original.jpg`)
    for (const name of names) writeFileSync(join(folder, name), '')
    const text = `WITH made AS (
      INSERT INTO media (owner_id, status, trashed_at, trashed_by, mime_type, original_name, size_bytes, width, height, original_key, sha256)
      SELECT $1, 'trashed', now(), 'operator', 'image/jpeg', 'made.jpg', 1, 1, 1, '2026/11/' || name, sha256(convert_to(name, 'UTF8'))
      FROM unnest($2::text[]) name) SELECT 1`
    await db.query({ text }, [owner.id, names])
    const endBackup = await duringBackup(app)
    const reset = await operatorCall<ResetResult>(app, RESET)
    expect(reset.status, reset.text).toBe(200)
    expect((await countTraces(app)).objects).toBe(before + 1500)
    await endBackup()
    const filesLeft = async () => {
      await db.query({ text: DUE_NOW })
      return (await countTraces(app)).objects
    }
    await expect.poll(filesLeft, SOON).toBe(before)
    expect(await storedFile(app, kept.url)).not.toHaveLength(0)
  })

  it('continues the numbers of takedowns', async () => {
    const app = await appWithWorker()
    const { db } = app.deps
    const { file, readRow } = complainant(app)
    const owner = await quickVisitor(app)
    const { body: item } = await upload(app, owner, filePart(await quarters(40, 30).jpeg().toBuffer()))
    const old = (await file({ mediaId: item.id })).body
    const endBackup = await duringBackup(app)
    expect((await operatorCall(app, `DELETE /api/admin/media/${item.id}`)).status).toBe(204)
    expect((await operatorCall(app, RESET)).status).toBe(200)
    const { body: claim } = await file()
    await endBackup()
    const jobs = async () => {
      await db.query({ text: DUE_NOW })
      return countJobs(db, 'read-removed', 'delete-files')
    }
    await expect.poll(jobs, SOON).toBe(0)
    expect(await readRow(claim.id)).toMatchObject({ media_id: null, removed_picture: null })
    expect(claim.id).toBeGreaterThan(old.id)
    expect(await readRow(old.id)).toBeUndefined()
  })

  it('gives an open visitor a new user for the session in their browser', async () => {
    const app = await appWithWorker()
    await quickVisitor(app)
    const visitor = await quickVisitor(app)
    await operatorCall(app, RESET)
    expectError(await visitor.next(), 401, 'no_session')
    expectError(await visitor.vote(1), 401, 'no_session')
    const again = await call<{ id: number; username: string }>(app, 'POST /api/session', {
      body: { sessionId: visitor.sessionId, username: visitor.username },
    })
    expect(again.body).toMatchObject({ id: 1, username: visitor.username })
    expectError(
      await call(app, `GET /api/media/random/${again.body.id}`, { cookie: readCookie(again) }),
      404,
      'none_left',
    )
  })

  it('counts or refuses simultaneous votes and leaves none behind', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    const items = await newItems(app, owner.id, 20)
    const voters = await quickVisitors(app, 10)
    const [reset, ...answers] = await Promise.all([
      operatorCall<ResetResult>(app, RESET),
      ...voters.flatMap(({ vote }) => items.map((item) => vote(item))),
    ])
    expect(reset.status, reset.text).toBe(200)
    for (const { status, text } of answers) expect([201, 401, 404, 503], text).toContain(status)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(reset.body.deleted.votes)
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM votes')).toBe(0)
    await expectExactCounts(app.deps.db)
  })

  it('waits for a locked table without blocking other calls', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    const voter = await quickVisitor(app)
    const [item = 0] = await newItems(app, owner.id, 1)
    const slow = await app.deps.db.pool.connect()
    await slow.query('SET idle_in_transaction_session_timeout = 0; BEGIN; SELECT count(*) FROM votes')
    const reset = operatorCall<ResetResult>(app, RESET)
    // The reset retries with short lock waits, so other calls are not blocked for long.
    await expect.poll(() => waitingFor(app.deps.db, 'votes'), SOON).toBeGreaterThan(0)
    const voted = await voter.vote(item)
    expect(voted.status, voted.text).toBe(201)
    await slow.query('COMMIT')
    slow.release()
    expect((await reset).body.deleted).toMatchObject({ votes: 1 })
  })

  it('is refused while other work runs', async () => {
    const app = await testApp()
    const visitor = await quickVisitor(app)
    await app.deps.db.query({ text: `INSERT INTO operations (kind) VALUES ('purge-inactive-accounts')` })
    const refused = await operatorCall<{ error: string }>(app, RESET)
    expectError(refused, 409, 'busy')
    expect(refused.body.error).toBe('The purge of inactive accounts is under way. Stop it, or wait for its end.')
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM users WHERE id = $1', [visitor.id])).toBe(1)
    expect(await listAudit(app)).toEqual([])
    expectError(await call(app, RESET), 401, 'not_operator')
  })

  it('is refused while work is paused', async () => {
    const app = await testApp()
    await app.deps.db.query({ text: `INSERT INTO operations (kind, status) VALUES ('populate-votes', 'paused')` })
    const { status, body } = await operatorCall<{ error: string }>(app, RESET)
    expect([status, body.error]).toEqual([409, 'The vote population is paused. Stop it first.'])
  })
})
