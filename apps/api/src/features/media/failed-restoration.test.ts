import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { call, quickVisitor } from '../../../test/call.ts'
import { operatorCall } from '../../../test/operator.ts'
import { newPicture } from '../../../test/takedown-cases.ts'
import { testApp } from '../../../test/test-app.ts'
import { filePart, upload } from '../../../test/upload.ts'
import { lockBackups } from '../../db/backup-lock.ts'
import type { Tasks } from '../../jobs/queue.ts'
import { tasksOf } from '../../tasks.ts'

const app = await testApp()
const { db, storage } = app.deps
const owner = await quickVisitor(app)
const { put } = storage
storage.link = async () => false

/** Does the jobs that move files and are due in so many minutes. */
const perform = async (minutes: number) => {
  const text = `SELECT payload, run_at <= now() + make_interval(mins => $1) AS "isDue" FROM graphile_worker._private_jobs job
    JOIN graphile_worker._private_tasks task ON task.id = job.task_id WHERE identifier = 'put-away' ORDER BY run_at`
  const jobs = await db.query<{ payload: Tasks['put-away']; isDue: boolean }>({ text }, [minutes])
  for (const { payload, isDue } of jobs)
    if (isDue) await tasksOf(app.deps)['put-away'](payload, new AbortController().signal)
}
const restore = (id: number) => operatorCall(app, `POST /api/admin/trash/${id}/restore`)
const statusOf = async (url: string) => (await call(app, `GET ${url}`)).status

/** An item in the trash, and what fails to bring it back, as the store does not answer for the second file; then what the store was sent. */
const trashedItem = async () => {
  const { body: item } = await upload(app, owner, filePart(await newPicture().png().toBuffer()))
  expect((await operatorCall(app, `DELETE /api/admin/media/${item.id}`)).status).toBe(204)
  await perform(0)
  await db.query({ text: 'DELETE FROM graphile_worker._private_jobs' })
  const failedRestoration = async () => {
    const sent: { path: string; bytes: Buffer }[] = []
    storage.put = async (...args) => {
      sent.push({ path: join(app.dataDir, 'media', args[0]), bytes: await readFile(args[1]) })
      if (sent.length > 1) throw new Error('The disk is full')
      return put(...args)
    }
    const failed = await restore(item.id)
    storage.put = put
    expect(failed.status).toBeGreaterThanOrEqual(500)
    return sent
  }
  return { item, failedRestoration }
}

it('leaves an item in the trash, unseen, also when the store completes later what was given up', async () => {
  const { item, failedRestoration } = await trashedItem()
  const sent = await failedRestoration()
  expect(await statusOf(item.url)).toBe(404)
  await perform(10)
  for (const { path, bytes } of sent) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  expect(await statusOf(item.url)).toBe(200)
  await db.query({ text: `DELETE FROM graphile_worker._private_jobs WHERE run_at < now() + interval '10 minutes'` })
  await perform(60)
  expect(await statusOf(item.url)).toBe(404)
  expect((await restore(item.id)).status).toBe(204)
  await perform(60)
  expect(await statusOf(item.url)).toBe(200)
})

it('deletes nothing that was copied back while a backup copies files', async () => {
  const { item, failedRestoration } = await trashedItem()
  const backup = new pg.Client(app.deps.config.databaseUrl)
  await backup.connect()
  expect(await lockBackups(backup)).toBe(true)
  await failedRestoration().finally(() => backup.end())
  expect(await statusOf(item.url)).toBe(200)
  await perform(1)
  expect(await statusOf(item.url)).toBe(404)
})

it('costs an item that was brought back then none of its files, also when the database is emptied for an import', async () => {
  const { item, failedRestoration } = await trashedItem()
  await failedRestoration()
  expect((await restore(item.id)).status).toBe(204)
  await db.query({ text: 'TRUNCATE media CASCADE' })
  await perform(60)
  const { objects } = await storage.list({ prefix: '', cursor: null, limit: 100, foreign: false })
  expect(objects.map(({ key }) => key)).toContain(item.url.replace(/^.*?\/media\//, ''))
})
