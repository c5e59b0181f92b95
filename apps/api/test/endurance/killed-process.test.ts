import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call, type QuickVisitor, quickVisitor, quickVisitors } from '../app/call.ts'
import { expectExactCounts, hold, queryCount, waitingFor } from '../app/database.ts'
import { operatorCall, startAsOperator } from '../app/operator.ts'
import { runServer } from '../app/server-process.ts'
import { endStatements, openServer, untilStatementsEnd, withLongTimeouts } from '../app/site.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import type { TestApp } from '../app/test-app.ts'
import { afterSilence, operationWhen } from '../app/worker.ts'
import { newItems, newRatedItems } from '../make/items.ts'
import { listLookAlikes } from '../make/moderation.ts'
import { noise } from '../make/pictures.ts'
import { filePart, renditionsMade, upload } from '../make/upload.ts'

const SUM = 'SELECT sum(hot_votes + not_votes) FROM media'

describe('a killed process', PROCESSES, () => {
  it('makes renditions after a kill before they were recorded', async () => {
    const { db, env, server } = await openServer(withLongTimeouts)
    const blocker = await db.pool.connect()
    await blocker.query(`
SELECT pg_advisory_lock(1);
CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
CREATE TRIGGER hold BEFORE UPDATE OF small_key ON media FOR EACH ROW EXECUTE FUNCTION hold()`)
    const picture = await noise(16, 12).resize(1700, 90, { fit: 'fill' }).jpeg().toBuffer()
    expect((await upload(server, await quickVisitor(server), filePart(picture))).status).toBe(201)
    const held = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 1 AND NOT granted`
    await expect.poll(() => queryCount(db, held), SOON).toBe(1)
    server.signal('SIGKILL')
    await server.exited
    await endStatements(db)
    await blocker.query('SELECT pg_advisory_unlock(1); DROP TRIGGER hold ON media')
    blocker.release()
    const named = 'SELECT count(*) FROM media WHERE small_key IS NOT NULL'
    expect(await queryCount(db, named)).toBe(0)
    await afterSilence(db)
    await runServer(env)
    await renditionsMade({ deps: { db } as TestApp['deps'] })
    expect(await queryCount(db, named)).toBe(1)
    const folder = join(env.DATA_DIR ?? '', 'media')
    const names = await readdir(folder, { recursive: true })
    expect(names.filter((name) => /-(original|thumb|display|medium|small)\.\w+$/.test(name))).toHaveLength(5)
  })

  it('leaves the rest of a recount to the next process', async () => {
    const { db, env, server } = await openServer(withLongTimeouts)
    const [owner, voter] = (await quickVisitors(server, 2)) as [QuickVisitor, QuickVisitor]
    const items = await newRatedItems({ deps: { db } }, owner.id, { voter: voter.id, count: 130 })
    const held = await hold(db, 'SELECT FROM media WHERE id = $1 FOR UPDATE', [items.at(-1)])
    await startAsOperator(server, 'POST /api/admin/set-votes-aside', { kind: 'voter', userId: voter.id })
    await expect.poll(() => queryCount(db, SUM), SOON).toBe(30)
    server.signal('SIGKILL')
    await server.exited
    await held.end()
    await untilStatementsEnd(db)
    await afterSilence(db)
    const next = await runServer(env)
    expect(await operationWhen(next, 'set-votes-aside', ({ status }) => status === 'done')).toMatchObject({
      result: { voters: 1 },
    })
    expect(await queryCount(db, SUM)).toBe(0)
    await expectExactCounts(db)
  })

  it('leaves an acknowledged account deletion to the next process', async () => {
    const own = await openServer(withLongTimeouts)
    const [owner, voter] = (await quickVisitors(own.server, 2)) as [QuickVisitor, QuickVisitor]
    const items = await newItems({ deps: { db: own.db } }, owner.id, 3)
    for (const item of items) expect((await voter.vote(item)).status).toBe(201)
    const blocker = await own.db.pool.connect()
    await blocker.query('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE votes')
    expect((await call(own.server, `DELETE /api/users/${voter.id}`, { cookie: voter.cookie })).status).toBe(204)
    await expect.poll(() => waitingFor(own.db, 'votes'), SOON).toBeGreaterThan(0)
    own.server.signal('SIGKILL')
    await own.server.exited
    await blocker.query('ROLLBACK')
    blocker.release()
    await untilStatementsEnd(own.db)
    await afterSilence(own.db)
    await runServer(own.env)
    const left = `SELECT count(*) FROM users WHERE id = ${voter.id}`
    await expect.poll(() => queryCount(own.db, left), SOON).toBe(0)
    expect(await queryCount(own.db, 'SELECT sum(hot_votes + not_votes) FROM media')).toBe(0)
    await expectExactCounts(own.db)
  })

  it('keeps a waiting upload and completes or cancels its decision', async () => {
    const { db, env, server } = await openServer(withLongTimeouts)
    const visitor = await quickVisitor(server)
    const picture = noise(9, 8, 1).resize(540, 480, { kernel: 'cubic' })
    const shown = await upload(server, visitor, filePart(await picture.png().toBuffer()))
    expect(shown.status).toBe(201)
    await db.query({
      text: `INSERT INTO taken_down_media (is_upheld, perceptual_hash) SELECT true, perceptual_hash FROM media`,
    })
    const { body: item } = await upload(server, visitor, filePart(await picture.clone().jpeg().toBuffer()))
    expect(item.isWaiting).toBe(true)
    const answer = (to: { baseUrl: string }, decision: 'publish' | 'remove') =>
      operatorCall(to, `POST /api/admin/look-alikes/${item.id}`, { decision })
    const waiting = async (from: { baseUrl: string }) => (await listLookAlikes(from)).map(({ media }) => media.id)

    // The decision has deleted the item, and waits before writing its audit entry.
    const holder = await db.pool.connect()
    await holder.query('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE audit_log')
    const lost = answer(server, 'remove').catch(() => undefined)
    await expect.poll(() => waitingFor(db, 'audit_log'), SOON).toBeGreaterThan(0)
    server.signal('SIGKILL')
    await server.exited
    await lost
    await holder.query('ROLLBACK')
    holder.release()

    const second = await runServer(env)
    await expect.poll(() => waiting(second), SOON).toEqual([item.id])
    expect((await answer(second, 'publish')).status).toBe(204)
    second.signal('SIGKILL')
    await second.exited

    const third = await runServer(env)
    expect(await waiting(third)).toEqual([])
    expect(
      await queryCount(db, `SELECT count(position) FROM media WHERE id = $1 AND status = 'ready'`, [item.id]),
    ).toBe(1)
    const entries = `SELECT count(*) FROM audit_log WHERE event = 'LOOK_ALIKE_PUBLISHED'`
    expect(await queryCount(db, entries)).toBe(1)
    await expectExactCounts(db)
  })
})
