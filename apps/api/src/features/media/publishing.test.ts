import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectError, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { hold } from '../../../test/app/database.ts'
import { JOBS } from '../../../test/app/job-table.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { beforeMidnight, SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { countTraces, filePart, upload } from '../../../test/make/upload.ts'
import { addMedia, deleteFiles, sweepPending } from './uploads.service.ts'

let app: TestApp
let visitor: QuickVisitor
let file: string
let picture: Buffer
beforeEach(async () => {
  app = await testApp()
  visitor = await quickVisitor(app)
  picture = await quarters(16, 16).png().toBuffer()
  file = join(app.dataDir, 'picture')
  await writeFile(file, picture)
})

const add = (deps = app.deps) => addMedia(deps, { ownerId: visitor.id, path: file, name: 'a.png' })
const queuedKeys = async () => {
  const rows = await app.deps.db.query<{ payload: { keys: string[] } }>({
    text: `SELECT data AS payload FROM ${JOBS} WHERE task = 'delete-files'`,
  })
  return rows.flatMap(({ payload }) => payload.keys)
}
const countUploads = async () => {
  const [row] = await app.deps.db.query<{ uploads: number }>({ text: 'SELECT uploads FROM users WHERE id = $1' }, [
    visitor.id,
  ])
  return row?.uploads
}
const afterPut = (then: (key: string) => Promise<unknown>) => ({
  ...app.deps,
  storage: {
    ...app.deps.storage,
    put: async (...args: Parameters<typeof app.deps.storage.put>) => {
      await app.deps.storage.put(...args)
      await then(args[0])
    },
  },
})

describe('failing storage', () => {
  it('causes 503 and no item until it recovers', async () => {
    await beforeMidnight()
    const year = join(app.dataDir, 'media', new Date().toISOString().slice(0, 4))
    await mkdir(join(app.dataDir, 'media'), { recursive: true })
    await writeFile(year, 'a file is in the way')
    const reply = await upload(app, visitor, filePart(picture))
    expectError(reply, 503, 'unavailable')
    expect(reply.headers['retry-after']).toMatch(/^\d+$/)
    expect(await countTraces(app)).toMatchObject({ ready: 0, temporary: 0 })
    expect(await countUploads()).toBe(0)
    await rm(year)
    expect((await upload(app, visitor, filePart(picture))).status).toBe(201)
  })

  it('causes the deletion of files that were already stored', async () => {
    const failing = afterPut(async (key) => {
      if (key.includes('thumb')) throw new Error('reset')
    })
    await expect(add(failing)).rejects.toThrow('reset')
    expect(await countTraces(app)).toMatchObject({ ready: 0, objects: 0, temporary: 0 })
    await sweepPending(app.deps, 0)
    expect(await countTraces(app)).toMatchObject({ rows: 0 })
    expect(await queuedKeys()).toHaveLength(2)
  })
})

it('blocks no database connections while the store hangs', async () => {
  const answer = Promise.withResolvers<void>()
  let deletions = 0
  const put = () => Promise.reject(new Error('reset'))
  const remove = () => {
    deletions += 1
    return answer.promise
  }
  const storage = { ...app.deps.storage, put, delete: remove }
  const connections = app.deps.db.pool.options.max
  const uploads = Array.from({ length: connections }, () => add({ ...app.deps, storage }).catch(() => undefined))
  try {
    await expect.poll(() => deletions, SOON).toBeGreaterThanOrEqual(connections)
    expect((await quickVisitor(app)).id).toBeGreaterThan(0)
  } finally {
    answer.resolve()
    await Promise.all(uploads)
  }
})

describe('the sweeper', () => {
  it('removes only old remains of an interrupted upload', async () => {
    const crash = afterPut(async (key) => {
      if (key.includes('thumb')) await new Promise(() => undefined)
    })
    void add(crash)
    await expect.poll(() => countTraces(app), SOON).toMatchObject({ rows: 1, ready: 0, objects: 2 })
    await sweepPending(app.deps, 60)
    expect(await countTraces(app)).toMatchObject({ rows: 1, objects: 2 })
    await sweepPending(app.deps, 0)
    expect(await countTraces(app)).toMatchObject({ rows: 0 })
    await deleteFiles(app.deps, await queuedKeys())
    await deleteFiles(app.deps, await queuedKeys())
    expect(await countTraces(app)).toMatchObject({ objects: 0 })
  })

  it('skips a row that is being published', async () => {
    void add(afterPut(() => new Promise(() => undefined)))
    await expect.poll(() => countTraces(app), SOON).toMatchObject({ rows: 1 })
    const held = await hold(app.deps.db, 'SELECT FROM media FOR UPDATE', [])
    await sweepPending(app.deps, 0).finally(held.end)
    expect(await countTraces(app)).toMatchObject({ rows: 1 })
  })

  it('stops an upload that continues late and removes its files', async () => {
    const late = afterPut(async (key) => {
      if (key.includes('thumb')) await sweepPending(app.deps, 0)
    })
    await expect(add(late)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await countTraces(app)).toMatchObject({ rows: 0 })
    expect(await countUploads()).toBe(0)
    await deleteFiles(app.deps, await queuedKeys())
    expect(await countTraces(app)).toMatchObject({ objects: 0 })
  })
})

it('publishes nothing for an owner who was blocked during processing', async () => {
  const decide = async (act: 'block' | 'unblock') => {
    const reply = await operatorCall(app, `POST /api/admin/users/${visitor.id}/${act}`)
    expect(reply.status, reply.text).toBe(204)
  }
  const { put } = app.deps.storage
  app.deps.storage.put = async (...args) => {
    await decide('block')
    return put(...args)
  }
  expectError(await upload(app, visitor, filePart(picture)), 503, 'unavailable')
  app.deps.storage.put = put
  await deleteFiles(app.deps, await queuedKeys())
  expect(await countTraces(app)).toMatchObject({ ready: 0, objects: 0, temporary: 0 })
  await decide('unblock')
  expect((await upload(app, visitor, filePart(picture))).status).toBe(201)
  expect(await countUploads()).toBe(1)
})

it('creates no item for an owner who was deleted during processing', async () => {
  await expect(addMedia(app.deps, { ownerId: 999_999, path: file, name: 'a.png' })).rejects.toMatchObject({
    code: 'no_session',
  })
  expect(await countTraces(app)).toMatchObject({ rows: 0, objects: 0, temporary: 0 })
})
