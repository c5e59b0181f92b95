import { expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { countOf, expectExactCounts, waitingFor } from '../../../test/app/database.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { runServer } from '../../../test/app/server-process.ts'
import { openServer, withLongTimeouts } from '../../../test/app/site.ts'
import { PROCESSES, SOON } from '../../../test/app/soon.ts'
import { listLookAlikes } from '../../../test/make/moderation.ts'
import { noise } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'

it('keeps a waiting upload and whole decisions when the process is killed', PROCESSES, async () => {
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
  expect(await countOf(db, `SELECT count(position) FROM media WHERE id = $1 AND status = 'ready'`, [item.id])).toBe(1)
  const entries = `SELECT count(*) FROM audit_log WHERE event = 'LOOK_ALIKE_PUBLISHED'`
  expect(await countOf(db, entries)).toBe(1)
  await expectExactCounts(db)
})
