import { readdirSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Operation } from '@hotvote/shared/operator/operations'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { appWithWorker, operationWhen } from '../../../test/app/worker.ts'
import { download, sheetsIn } from '../../../test/make/exports.ts'
import { newItems } from '../../../test/make/items.ts'
import { createTasks } from '../../tasks.ts'

const app = await appWithWorker()
const owner = await quickVisitor(app)
const items = await newItems(app, owner.id, 5)
for (const voter of await quickVisitors(app, 3)) for (const id of items) await voter.vote(id)
const PATH = '/api/admin/export-votes'
const exportFolder = join(app.dataDir, 'media/.exports')
const exportFiles = () => readdir(exportFolder)
const votes = () =>
  app.deps.db.query<{ user_id: number; media_id: number; is_hot: boolean; created_at: Date }>({
    text: 'SELECT * FROM votes ORDER BY user_id, media_id',
  })

describe('the export of all votes', () => {
  it('is a workbook with every vote and the date in its name', async () => {
    const { status, headers, bytes } = await download(app, PATH)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="votes_export_\d{4}-\d\d-\d\d\.xlsx"$/)
    const [sheet] = await sheetsIn(bytes)
    expect(sheet?.widths).toEqual([12, 12, 12, 24])
    expect(sheet?.rows[0]).toEqual(['user_id', 'media_id', 'is_hot', 'voted_at'])
    expect(sheet?.rows.slice(1)).toEqual(
      (await votes()).map(({ user_id, media_id, is_hot, created_at }) => [user_id, media_id, is_hot, created_at]),
    )
    expect((await listAudit(app)).slice(-2)).toMatchObject([
      { event: 'VOTES_EXPORT_REQUEST', actor: 'operator' },
      { event: 'VOTES_EXPORT_COMPLETED', actor: 'operator', context: { rows: 15, sheets: 1 } },
    ])
  })

  it('is created again on each call', async () => {
    const [voter] = await quickVisitors(app, 1)
    const [first] = await votes()
    await voter?.vote(first?.media_id ?? 0)
    const [sheet] = await sheetsIn((await download(app, PATH)).bytes)
    expect(sheet?.rows).toHaveLength(1 + (await votes()).length)
  })

  it('skips votes on any number of trashed items', async () => {
    const site = await appWithWorker()
    // With this little memory, a query that lists all trashed items would fail.
    const client = new pg.Client({ connectionString: site.deps.config.databaseUrl })
    await client.connect()
    await client.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = ''64kB''', current_database()); END $$`,
    )
    const [uploader, voter] = await quickVisitors(site, 2)
    const ids = await newItems(site, uploader?.id ?? 0, 26_000)
    await client.query(
      `
WITH trashed AS (
  UPDATE media SET status = 'trashed', position = NULL, trashed_at = now(), trashed_by = 'operator' WHERE id <= $2)
INSERT INTO votes (user_id, media_id, is_hot) SELECT $1, id, true FROM media WHERE id > $2 - 1000`,
      [voter?.id, ids[19_999]],
    )
    await client.end()
    await site.deps.db.query({ text: 'ANALYZE media' })
    const { status, bytes } = await download(site, PATH)
    expect(status, bytes.subarray(0, 500).toString()).toBe(200)
    const [sheet] = await sheetsIn(bytes)
    expect(sheet?.rows.slice(1).map(([, mediaId]) => mediaId)).toEqual(ids.slice(20_000))
  })

  it('continues without its caller, shows progress and can be downloaded later', async () => {
    const started = await download(app, PATH, { Prefer: 'respond-async' })
    expect(started.status).toBe(202)
    const { id } = JSON.parse(started.bytes.toString()) as Operation
    const done = await operationWhen(app, 'export-votes', ({ status }) => status === 'done')
    const { length: rows } = await votes()
    expect(done).toMatchObject({ id, progress: { done: rows, total: rows }, result: { rows, sheets: 1 } })
    const { status, bytes } = await download(app, `${PATH}?operation=${id}`)
    expect(status).toBe(200)
    expect((await sheetsIn(bytes))[0]?.rows).toHaveLength(1 + rows)
    expectError(await operatorCall(app, `GET ${PATH}?operation=${id + 1000}`), 404, 'not_found')
    expectError(await operatorCall(app, `GET ${PATH}?operation=../x`), 400)
  })

  it('fails and leaves nothing when the disk is nearly full', async () => {
    const { config, tempDir } = app.deps
    const { minFree } = config
    const before = await exportFiles()
    config.minFree = 1e15
    expectError(await operatorCall(app, `GET ${PATH}`), 500, 'internal')
    config.minFree = minFree
    const failed = await operationWhen(app, 'export-votes', ({ status }) => status === 'failed')
    expect(failed.error).toBe('The disk has no room for this export: MIN_FREE_MB stay free.')
    expect(await exportFiles()).toEqual(before)
    expect(readdirSync(tempDir)).toEqual([])
  })

  it('is in no list of files and at no media address', async () => {
    const [name = ''] = await exportFiles()
    expect(name).toMatch(/^[0-9a-f]{64}\.xlsx$/)
    const key = `.exports/${name}`
    for (const anyName of [true, false])
      expect((await app.deps.storage.list({ prefix: '', anyName })).objects).toEqual([])
    expect((await call(app, `GET /media/${key}`)).status).toBe(404)
    expect((await operatorCall(app, 'GET /api/admin/list-bucket-files')).text).not.toContain(name)
  })

  it('is deleted an hour after it was made', async () => {
    await download(app, PATH)
    const { body } = await operatorCall<Operation>(app, 'GET /api/admin/operations/export-votes')
    const deleteExpired = () => createTasks(app.deps)['forget-expired']({}, new AbortController().signal)
    await deleteExpired()
    expect((await download(app, `${PATH}?operation=${body.id}`)).status).toBe(200)
    const anHourAgo = new Date(Date.now() - 61 * 60_000)
    for (const name of await exportFiles()) await utimes(join(exportFolder, name), anHourAgo, anHourAgo)
    await deleteExpired()
    expect(await exportFiles()).toEqual([])
    expectError(await operatorCall(app, `GET ${PATH}?operation=${body.id}`), 404, 'not_found')
  })

  it('runs one at a time', async () => {
    const { db } = app.deps
    const open = `INSERT INTO operations (kind, status) VALUES ('export-votes', 'running')`
    await db.query({ text: open })
    expectError(await operatorCall(app, `GET ${PATH}`), 409, 'busy')
    await db.query({ text: `DELETE FROM operations WHERE status = 'running'` })
    const replies = await Promise.all(Array.from({ length: 4 }, () => download(app, PATH)))
    expect(replies.map(({ status }) => status)).toContain(200)
    for (const { status } of replies) expect([200, 409]).toContain(status)
  })
})
