import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImportResult } from '@hotvote/shared/bucket'
import { expect, it } from 'vitest'
import { quickVisitor } from '../../../test/call.ts'
import { waitingForLocks } from '../../../test/hold.ts'
import { operatorCall, startAsOperator } from '../../../test/operator.ts'
import { quarters } from '../../../test/pictures.ts'
import { renditionsMade } from '../../../test/renditions.ts'
import { SOON } from '../../../test/soon.ts'
import { testApp } from '../../../test/test-app.ts'
import { filePart, tracesOf, upload } from '../../../test/upload.ts'
import { afterSetback, appWithWorker, operationWhen } from '../../../test/worker.ts'
import type { Deps } from '../../deps.ts'
import { tasksOf } from '../../tasks.ts'
import { importGroup } from './import-file.ts'

const signal = new AbortController().signal

it('an import makes no item of an original that is deleted while it makes the smaller files again', async () => {
  const app = await appWithWorker()
  const { db, storage } = app.deps
  await upload(app, await quickVisitor(app), filePart(await quarters(90, 60).png().toBuffer()))
  await renditionsMade(app)
  const [item] = await db.query<{ key: string }>({ text: 'SELECT original_key AS key FROM media' })
  const key = item?.key ?? ''
  await operatorCall(app, 'POST /api/admin/reset-database')
  const { put, delete: deleteFile } = storage
  let deletion: Promise<unknown> = Promise.resolve()
  storage.put = async (...args) => {
    const looked = Promise.withResolvers<void>()
    // It has found no item that uses the file, and takes until the import adds one.
    storage.delete = async (deleted) => {
      looked.resolve()
      if (deleted === key) await expect.poll(() => waitingForLocks(db), SOON).toBe(1)
      return deleteFile(deleted)
    }
    deletion = Promise.resolve(tasksOf(app.deps)['delete-files']({ keys: [key] }, signal))
    await looked.promise
    await put(...args)
  }
  const { body } = await operatorCall<ImportResult>(app, 'POST /api/admin/import-media')
  await deletion
  expect(body).toMatchObject({ imported: 0, errors: [] })
  await renditionsMade(app)
  expect(await tracesOf(app)).toMatchObject({ rows: 0 })
})

/** Two runs that import the same foreign file, as when a process wakes up that was believed dead. */
const twoRuns = async () => {
  const app = await testApp()
  const { db, storage } = app.deps
  const key = 'holiday/beach.png'
  const bytes = await quarters(40, 30).png().toBuffer()
  await mkdir(join(app.dataDir, 'media', 'holiday'), { recursive: true })
  await writeFile(join(app.dataDir, 'media', key), bytes)
  const { id: ownerId } = await quickVisitor(app)
  const group = { stem: key, isOurs: false, end: key, files: [{ key, size: bytes.length, lastModified: new Date() }] }
  const run = (deps: Partial<Deps> = {}) => importGroup({ ...app.deps, ...deps, ownerId }, group)
  const afterThumb = (then: () => Promise<unknown>): Partial<Deps> => ({
    storage: {
      ...storage,
      put: async (...args) => {
        await storage.put(...args)
        if (args[0].includes('thumb')) await then()
      },
    },
  })
  const itemIsWhole = async () => {
    const text = 'SELECT original_key, thumb_key FROM media'
    const [item = {}, ...others] = await db.query<Record<string, string>>({ text })
    expect(others).toEqual([])
    for (const stored of Object.values(item)) expect(await storage.head(stored), stored).not.toBeNull()
    expect(await tracesOf(app)).toMatchObject({ ready: 1, objects: 3 })
  }
  return { app, run, afterThumb, itemIsWhole }
}

it('an import whose file is not stored takes none of another run that has stored the same', async () => {
  const { run, afterThumb, itemIsWhole } = await twoRuns()
  const late = afterThumb(async () => {
    expect(await run()).toBe('made')
    throw new Error('reset')
  })
  await expect(run(late)).rejects.toThrow('reset')
  await itemIsWhole()
})

it('an import that comes too late takes no file of another run, which is not at its end yet', async () => {
  const { app, run, afterThumb, itemIsWhole } = await twoRuns()
  const { db, storage, processMedia } = app.deps
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deletion = async () => {
    const text = `SELECT payload->'keys' AS keys FROM graphile_worker._private_jobs WHERE payload->'keys' IS NOT NULL`
    const [job] = await db.query<{ keys: string[] }>({ text })
    await tasksOf(app.deps)['delete-files']({ keys: job?.keys ?? [] }, signal)
  }
  const { delete: deleteFile } = storage
  let deleted: Promise<unknown> = Promise.resolve()
  const other = {
    ...afterThumb(deletion),
    processMedia: async (...args: Parameters<typeof processMedia>) => {
      began.resolve()
      await ended.promise
      const looked = Promise.withResolvers<void>()
      storage.delete = async (key) => {
        looked.resolve()
        await expect.poll(() => waitingForLocks(db), SOON).toBe(1)
        return deleteFile(key)
      }
      deleted = deletion()
      await looked.promise
      return processMedia(...args)
    },
  }
  let second: Promise<unknown> = Promise.resolve()
  const late = afterThumb(async () => {
    second = run(other)
    await began.promise
  })
  await expect(run(late)).rejects.toMatchObject({ code: 'unavailable' })
  ended.resolve()
  expect(await second).toBe('made')
  await deleted
  await itemIsWhole()
})

it.each(['holiday/beach.jpg', '2026/01/00000000000000000000000001-original.jpg'])(
  'an import whose count cannot be written makes no item, and one that it counts when it goes on: %s',
  async (key) => {
    const app = await appWithWorker()
    const { db } = app.deps
    const path = join(app.dataDir, 'media', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await quarters(40, 30).jpeg().toBuffer())
    await db.query({
      text: `
CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P03'; END $$;
CREATE TRIGGER fail BEFORE UPDATE OF state ON operations FOR EACH ROW WHEN (NEW.state->>'imported' = '1') EXECUTE FUNCTION fail()`,
    })
    expect((await startAsOperator(app, 'POST /api/admin/import-media')).status).toBe(202)
    await operationWhen(app, 'import-media', ({ status, startedAt }) => status === 'queued' && startedAt !== null)
    expect(await tracesOf(app)).toMatchObject({ ready: 0 })
    await db.query({ text: 'DROP TRIGGER fail ON operations' })
    await afterSetback(app)
    const { result } = await operationWhen(app, 'import-media', ({ status }) => status === 'done')
    expect(result).toMatchObject({ imported: 1 })
    expect(await tracesOf(app)).toMatchObject({ rows: 1, ready: 1 })
  },
)
