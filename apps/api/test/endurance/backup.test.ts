import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPostmaster, stopOrphan } from '../../src/platform/embedded-postgres/postmaster.ts'
import { insertJob } from '../../src/platform/jobs/queue-tables.ts'
import { queueRun } from '../../src/platform/operations/operation-runner.service.ts'
import { afterUse } from '../app/after-use.ts'
import { call, quickVisitor, quickVisitors } from '../app/call.ts'
import { expectExactCounts, queryCount } from '../app/database.ts'
import { JOBS } from '../app/job-table.ts'
import { operatorCall } from '../app/operator.ts'
import { newDataDir, ownDatabaseUrl, runCommand, startCommand, startServer } from '../app/server-process.ts'
import { ADMIN_PASSWORD } from '../app/settings.ts'
import { connectTo } from '../app/site.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import type { TestApp } from '../app/test-app.ts'
import { countJobs } from '../app/worker.ts'
import { newItems } from '../make/items.ts'
import { quarters } from '../make/pictures.ts'
import { filePart, upload } from '../make/upload.ts'

const CONFIG = 'POST /api/admin/vote-multiplier-config'
type Entry = { event: string; actor: string; context: Record<string, unknown> }
const getBackups = async (site: { baseUrl: string }) =>
  (await operatorCall<Entry[]>(site, 'GET /api/admin/audit-logs?eventType=backup')).body

const photo = async (width: number) => filePart(await quarters(width, 30).jpeg().toBuffer())
const uploadAs = async (site: { baseUrl: string }, owner: { id: number; cookie: string }, width: number) =>
  upload(site as TestApp, owner, await photo(width))

describe('a backup of a running site and its restore', PROCESSES, () => {
  const folder = newDataDir()
  const file = join(folder, 'site.tar')
  const scheduled = join(folder, 'scheduled')
  const DATA_DIR = newDataDir()
  const target = join(newDataDir(), 'restored')
  const backups = () =>
    readdirSync(scheduled)
      .filter((name) => name.endsWith('.tar'))
      .sort()

  const unfinished = () => readdirSync(folder).filter((name) => name.endsWith('.hotvote-part'))

  it('keeps all writes acknowledged before its start despite votes and uploads', async () => {
    mkdirSync(scheduled)
    // Backups of a lost site must not be replaced by those of the new one.
    const lost = ['hotvote-2020-01-01T00-00-00Z.tar', 'hotvote-2020-01-02T00-00-00Z.tar']
    for (const name of [...lost, 'mine-2019.tar']) writeFileSync(join(scheduled, name), '')
    const site = await startServer({ DATA_DIR, ADMIN_PASSWORD, BACKUP_DIR: scheduled, BACKUP_KEEP: '1' })
    await site.running
    await expect
      .poll(backups, SOON)
      .toEqual([...lost, expect.stringMatching(/^hotvote-202[6-9]|^hotvote-20[3-9]/), 'mine-2019.tar'])
    await expect
      .poll(() => getBackups(site), SOON)
      .toMatchObject([{ actor: 'system', context: { source: 'schedule', users: 0 } }])

    const db = connectTo(ownDatabaseUrl(DATA_DIR))
    const [owner, ...voters] = await quickVisitors(site, 6)
    if (!owner) throw new Error('nobody')
    const shown = await uploadAs(site, owner, 40)
    expect(shown.status, shown.text).toBe(201)
    const trashed = (await uploadAs(site, owner, 39)).body
    expect((await operatorCall(site, `DELETE /api/admin/media/${trashed.id}`)).status).toBe(204)
    await expect.poll(async () => (await call(site, `GET ${trashed.url}`)).status, SOON).toBe(404)
    const items = await newItems({ deps: { db } }, owner.id, 60)
    const report = { cookie: voters[0]?.cookie ?? '', body: { userId: voters[0]?.id, reason: 'spam' } }
    expect((await call(site, `POST /api/media/${items[0]}/report`, report)).status).toBe(204)
    for (const { vote } of voters) expect((await vote(shown.body.id)).status).toBe(201)
    await operatorCall(site, CONFIG, { isEnabled: true, multiplier: 2.5 })
    const payload = { a: 'tab\tand\nline' }
    await insertJob(db, { name: 'skip-mail', payload, key: 'kept', delay: 86_400 })
    await db.query({ text: `UPDATE users SET username = E'tab\\t\\\\N "new\\nline" ü' WHERE id = $1` }, [owner.id])
    // A pending operation must not run after a restore.
    const waiting = `INSERT INTO operations (kind) VALUES ('reset-database') RETURNING id`
    const [reset] = await db.query<{ id: number }>({ text: waiting })
    await queueRun(db, reset?.id ?? 0, 3600)
    const before = await queryCount(db, 'SELECT count(*) FROM votes')

    let ended = false
    const traffic = Promise.all([
      ...voters.map(async ({ vote }) => {
        for (const item of items) if (!ended) await vote(item)
      }),
      (async () => {
        for (let width = 41; !ended; width++) await uploadAs(site, owner, width)
      })(),
    ])
    const made = await runCommand('backup', [file], { DATA_DIR })
    ended = true
    await traffic
    expect(made, made.err).toMatchObject({ code: 0, err: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['scheduled', 'site.tar'])
    const [entry] = await getBackups(site)
    expect(entry).toMatchObject({
      actor: 'system',
      context: { source: 'command', users: 6, bytes: statSync(file).size },
    })
    expect(made.out).toContain(`${entry?.context.votes} votes`)
    expect(entry?.context.votes).toBeGreaterThanOrEqual(before)

    const first = readFileSync(file)
    const blocker = await db.pool.connect()
    await blocker.query('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE votes')
    const killed = startCommand('backup', [file], { DATA_DIR })
    await expect.poll(unfinished, SOON).toHaveLength(1)
    killed.kill()
    await killed.ended
    await blocker.query('ROLLBACK; RESET idle_in_transaction_session_timeout')
    blocker.release()
    // The backup ends only after the database notices that the reader has gone.
    const reading = `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'backup'`
    await expect.poll(() => queryCount(db, reading), SOON).toBe(0)
    expect(readFileSync(file).equals(first)).toBe(true)
    // Partial backups are deleted later, when no process can be writing them.
    const [left = ''] = unfinished()
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
    utimesSync(join(folder, left), longAgo, longAgo)
    expect(await runCommand('backup', [join(folder, 'next.tar')], { DATA_DIR })).toMatchObject({ code: 0 })
    expect(unfinished()).toEqual([])

    const acts = `SELECT count(*) FROM audit_log WHERE event NOT IN ('backup', 'DEPLOYMENT_STARTUP', 'DEPLOYMENT_FILE_SYSTEM_CHECK')`
    const audited = await queryCount(db, acts)
    const refused = await runCommand('restore', [file], { DATA_DIR })
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(`in use by process ${site.pid}`) })
    site.signal('SIGTERM')
    expect(await site.exited).toBe(0)

    const restored = await runCommand('restore', [file], { DATA_DIR: target })
    expect(restored, restored.err).toMatchObject({ code: 0, err: '' })
    expect(readdirSync(target).sort()).toEqual(['hotvote.lock', 'media', 'postgres', 'secret'])
    expect(statSync(join(target, 'secret')).mode & 0o777).toBe(0o600)
    const again = await startServer({ DATA_DIR: target, ADMIN_PASSWORD })
    await again.running
    const copy = connectTo(ownDatabaseUrl(target))
    await expectExactCounts(copy)
    expect(await queryCount(copy, 'SELECT count(*) FROM votes')).toBe(entry?.context.votes)
    expect(await queryCount(copy, 'SELECT count(*) FROM votes WHERE media_id = $1', [shown.body.id])).toBe(
      voters.length,
    )
    expect(await copy.query({ text: 'SELECT username FROM users WHERE id = $1' }, [owner.id])).toEqual([
      { username: 'tab\t\\N "new\nline" ü' },
    ])
    const jobs = `SELECT data, retries FROM ${JOBS} WHERE key = 'kept'`
    expect(await copy.query({ text: jobs })).toEqual([{ data: payload, retries: 0 }])
    expect(await copy.query({ text: 'SELECT kind, status, ended_at IS NOT NULL AS ended FROM operations' })).toEqual([
      { kind: 'reset-database', status: 'stopped', ended: true },
    ])
    expect(await countJobs(copy, 'run-operation')).toBe(0)
    expect(restored.out).toContain('1 unfinished operation was stopped')
    const stored = await copy.query<{ key: string }>({
      text: `SELECT original_key AS key FROM media WHERE original_name <> 'made.jpg' AND status = 'ready'`,
    })
    expect(stored.length).toBeGreaterThan(0)
    for (const { key } of stored)
      expect(readFileSync(join(target, 'media', key)).equals(readFileSync(join(DATA_DIR, 'media', key))), key).toBe(
        true,
      )
    expect((await call(again, 'GET /api/vote-multiplier-config')).body).toMatchObject({ multiplier: 2.5 })
    const [voter] = voters
    expect((await call(again, `GET /api/media/random/${voter?.id}`, voter)).status).toBe(200)
    expect((await quickVisitor(again)).id).toBe(1_000_007)
    expect(await queryCount(copy, acts)).toBe(audited)
    expect((await operatorCall(again, 'GET /api/admin/queue')).body).toMatchObject([{ media: { id: items[0] } }])
    expect((await operatorCall(again, `POST /api/admin/trash/${trashed.id}/restore`)).status).toBe(204)
    expect((await call(again, `GET ${trashed.url}`)).status).toBe(200)
    again.signal('SIGTERM')
    expect(await again.exited).toBe(0)
  })

  it('refuses a folder that contains a site', async () => {
    const refused = await runCommand('restore', [file], { DATA_DIR: target })
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`${target} is not empty. Move`) })
  })

  it('prevents a start after a restore that was killed', async () => {
    const DATA_DIR = newDataDir()
    const killed = startCommand('restore', [file], { DATA_DIR })
    const incoming = join(DATA_DIR, 'restoring', 'postgres')
    await expect.poll(() => findPostmaster(incoming), SOON).toBeDefined()
    killed.kill()
    await killed.ended
    afterUse(() => stopOrphan(incoming))
    const refused = await startServer({ DATA_DIR })
    expect(await refused.exited).toBe(1)
    expect(refused.output.err).toContain('was interrupted. Empty this folder')
  })
})
