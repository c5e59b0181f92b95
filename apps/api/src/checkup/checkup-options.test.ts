import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countOf } from '../../test/counts.ts'
import { broken, usedSite } from '../../test/used-site.ts'
import { addDeletionJob } from '../jobs/queue.ts'
import { tempNameOf } from '../storage/temp-folder.ts'
import type { LedgerLine } from './ledger.ts'
import { exitCodeOf } from './run-checks.ts'

const { app, owner, voter, items, look, run, pathOf, store, uploaded } = await usedSite()

describe('with more than the settings', () => {
  const ask = (intent: LedgerLine['intent'], status: number | null, requestId?: string): LedgerLine => ({
    id: `${JSON.stringify(intent)} ${status}`,
    intent,
    status,
    requestId,
  })

  it('10 and 11: compares a ledger of what a client was told', async () => {
    const [userId, mediaId = 0, other = 0, gone = 0] = [voter.id, items[0], items[1], items[3]]
    const isHot = mediaId % 3 !== 0
    const event = 'MEDIA_DELETE_COMPLETED'
    const [entry] = await app.deps.db.query<{ id: string }>({
      text: `SELECT request_id AS id FROM audit_log WHERE event = '${event}'`,
    })
    const right = [
      ask({ kind: 'vote', userId, mediaId, isHot }, 201),
      ask({ kind: 'vote', userId, mediaId, isHot: !isHot }, 409),
      ask({ kind: 'vote', userId, mediaId: gone, isHot }, 201),
      ask({ kind: 'vote', userId, mediaId: 999_999, isHot }, 404),
      ask({ kind: 'vote', userId: owner.id, mediaId, isHot }, null),
      ask({ kind: 'view', userId, mediaId }, 204),
      ask({ kind: 'upload', userId: owner.id, mediaId: other }, 201),
      ask({ kind: 'upload', userId: owner.id, mediaId: gone }, 201),
      ask({ kind: 'delete', mediaId: gone, event }, 204, entry?.id),
      ask({ kind: 'delete', mediaId: other, event }, 403, 'refused'),
    ]
    expect(broken(await look({ ledger: right }))).toEqual({})
    const brought = [
      ask({ kind: 'delete', mediaId, event }, null),
      ask({ kind: 'restore', mediaId }, 204),
      ask({ kind: 'restore', mediaId: gone, event: 'MEDIA_RESTORED' }, 404, 'refused'),
      ask({ kind: 'report', userId, mediaId: gone }, 204),
    ]
    expect(broken(await look({ ledger: [...right, ...brought] }))).toEqual({})
    const wrong = [
      ask({ kind: 'vote', userId, mediaId, isHot: !isHot }, 201),
      ask({ kind: 'vote', userId, mediaId: other, isHot: other % 3 !== 0 }, 404),
      ask({ kind: 'vote', userId: owner.id, mediaId: 999_998, isHot }, 201),
      ask({ kind: 'view', userId, mediaId: 999_997 }, 204),
      ask({ kind: 'upload', userId: owner.id, mediaId: 999_996 }, 201),
      ask({ kind: 'delete', mediaId, event }, 204, entry?.id),
      ask({ kind: 'delete', mediaId: gone, event }, 403, entry?.id),
      ask({ kind: 'restore', mediaId: 999_995, event: 'MEDIA_RESTORED' }, 204, 'brought back'),
      ask({ kind: 'vote', userId, mediaId: 999_995, isHot }, 201),
      ask({ kind: 'report', userId, mediaId: other }, 204),
    ]
    const found = broken(await look({ ledger: wrong }))
    expect(Object.keys(found)).toEqual(['10', '11'])
    expect(found[10]?.split('; ')).toEqual([
      `request ${entry?.id} has 0 entries ${event} instead of 1`,
      `request ${entry?.id} has 1 entries ${event} instead of 0`,
      'request brought back has 0 entries MEDIA_RESTORED instead of 1',
    ])
    expect(found[11]?.split('; ')).toEqual([
      `the vote of user ${userId} on item ${mediaId} was acknowledged with the other answer`,
      `the vote of user ${userId} on item ${other} was refused and is there`,
      `the vote of user ${owner.id} on item 999998 was acknowledged and is not there`,
      `the vote of user ${userId} on item 999995 was acknowledged and is not there`,
      `the view of user ${userId} on item 999997 was acknowledged and is not there`,
      `the report of user ${userId} on item ${other} was acknowledged and is not there`,
      'item 999996 was acknowledged and is not there',
      `item ${mediaId} was deleted and is there`,
      `item ${gone} was acknowledged and is not there`,
      'item 999995 was acknowledged and is not there',
    ])
  })

  it('9, 13 and 14: searches the log, counts connections, and measures the process', async () => {
    const log = join(app.dataDir, 'site.log')
    const ofPage = '{"message":"Uncaught TypeError","msg":"client error"}'
    await writeFile(
      log,
      `${ofPage}\n{"msg":"Unhandled rejection"}\n{"msg":"${'s'.repeat(32)}"}\n{"msg":"my own secret"}\n`,
    )
    // A pool closes what nobody uses.
    const holder = await app.deps.db.pool.connect()
    const found = broken(
      await look({
        logs: [log],
        secrets: ['my own secret'],
        pid: process.pid,
        maxFiles: 1,
        maxMemory: 1,
        processes: 0,
      }),
    )
    holder.release()
    expect(found).toEqual({
      9: expect.stringMatching(/^line 3 of .*site\.log holds a secret$/),
      13: expect.stringContaining('connections are more than 0 processes have'),
      14: expect.stringMatching(/open files, more than 1; .* MB of memory, more than 1; line 2 of .*site\.log tells/),
    })
  })

  it('14 and 15: asks the site, which may answer wrongly or not at all', async () => {
    const server = createServer((_req, res) => res.writeHead(200).end('{"status":"degraded"}')).listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const found = broken(await look({ url }))
    expect(Object.keys(found)).toEqual(['14', '15'])
    expect(found[14]).toContain('/readyz answers 200 {"status":"degraded"}')
    expect(found[15]).toContain('/dmca answers without content-security-policy')
    expect(found[15]).toContain('/api/admin answers 200')
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    const outcomes = await look({ url })
    expect(outcomes.filter(({ status }) => status === 'failed').map(({ number }) => number)).toEqual([14, 15])
    expect(exitCodeOf(outcomes)).toBe(2)
  })
})

describe('a repair', () => {
  const old = '2020/01/01aaaaaaaaaaaaaaaaaaaaaaaa'
  const ended = () => join(app.dataDir, 'tmp', tempNameOf(999_999_999))

  it('counts anew, and removes what is left of nothing, each with an entry; the next look is fine', async () => {
    // The voter has rated all but the item that is uploaded last.
    const [item] = await uploaded(1)
    await store(`${old}-thumb.webp`, 61)
    await mkdir(join(ended(), 'upload'), { recursive: true })
    await run(`UPDATE media SET hot_votes = hot_votes + 5, views = 0 WHERE id = ${items[0]};
      UPDATE catalog SET last_position = 1;
      UPDATE users SET votes_cast = 7, uploads = 99 WHERE id = ${owner.id};
      UPDATE users SET rated_through = 1000 WHERE id = ${voter.id};
      INSERT INTO media (owner_id, mime_type, original_name, size_bytes, width, height, original_key, sha256, created_at)
      VALUES (${owner.id}, 'image/png', 'a.png', 1, 1, 1, '${old.replace('a', 'b')}-original.png', sha256('a'), now() - interval '2 hours')`)
    expect(Object.keys(broken(await look()))).toEqual(['2', '3', '6', '7'])
    const before = await countOf(app.deps.db, 'SELECT count(*) FROM audit_log')
    const repaired = await look({}, true)
    expect(broken(repaired)).toEqual({})
    expect(repaired.flatMap(({ repairs }) => repairs)).toEqual([
      expect.stringMatching(/^raised the last position to \d+$/),
      'counted the totals of 1 items anew',
      'counted the counters of 1 users anew',
      'counted the watermarks of 1 users anew',
      'removed 1 files without an item',
      'removed 1 uploads that never ended; a worker removes their files',
      'removed the temporary files of 1 ended processes',
    ])
    const entries = await app.deps.db.query<{ event: string; context: Record<string, unknown> }>(
      { text: 'SELECT event, context FROM audit_log ORDER BY id OFFSET $1' },
      [before],
    )
    expect(entries.map(({ event, context }) => context.repaired ?? event)).toEqual([
      'catalog',
      'totals',
      'counters',
      'watermarks',
      'BUCKET_DELETE_REQUEST',
      'BUCKET_DELETE_COMPLETED',
      'pending uploads',
      'temporary files',
    ])
    expect(broken(await look())).toEqual({})
    expect((await voter.next()).body.id).toBe(item)
    expect([existsSync(ended()), existsSync(pathOf(`${old}-thumb.webp`))]).toEqual([false, false])
  })

  it('leaves an original that an import could bring back, unless it is told to remove it', async () => {
    const original = `${old}-original.jpg`
    const thumb = `${old}-thumb.webp`
    const trashed = `trash/0123456789abcdef/${original}`
    for (const stored of [original, thumb, trashed]) await store(stored, 61)
    // Files that are none of ours, that are young, or that a job will delete are no orphans.
    await store('holiday/beach.jpg', 61)
    await store('2020/01/01cccccccccccccccccccccccc-original.jpg', 1)
    await store('2020/01/01dddddddddddddddddddddddd-original.jpg', 61)
    await addDeletionJob(app.deps.db, { keys: ['2020/01/01dddddddddddddddddddddddd-original.jpg'] })
    expect(broken(await look())).toEqual({
      6: [original, thumb, trashed].map((key) => `${key} belongs to no item`).join('; '),
    })
    expect(broken(await look({}, true))).toEqual({ 6: `${original} belongs to no item; ${thumb} belongs to no item` })
    expect([existsSync(pathOf(original)), existsSync(pathOf(thumb))]).toEqual([true, true])
    expect(broken(await look({ deleteOrphans: true }, true))).toEqual({})
    // What was left in the trash nobody could bring back.
    const left = [original, trashed, 'holiday/beach.jpg'].map((key) => existsSync(pathOf(key)))
    expect(left).toEqual([false, false, true])
  })
})
