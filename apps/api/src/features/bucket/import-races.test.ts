import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { startAsOperator } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { afterSetback, appWithWorker, operationWhen, withWorker } from '../../../test/app/worker.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { countTraces } from '../../../test/make/upload.ts'
import type { Deps } from '../../deps.ts'
import { importGroup } from './import.service.ts'

const _signal = new AbortController().signal

/** Simulates a process that wakes up after another one took over its run. */
const twoRuns = async () => {
  const app = await testApp()
  const { db, storage } = app.deps
  const key = 'holiday/beach.png'
  const bytes = await quarters(40, 30).png().toBuffer()
  await mkdir(join(app.dataDir, 'media', 'holiday'), { recursive: true })
  await writeFile(join(app.dataDir, 'media', key), bytes)
  const { id: ownerId } = await quickVisitor(app)
  const group = { stem: key, isOurs: false, files: [{ key, size: bytes.length, lastModified: new Date() }] }
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
    expect(await countTraces(app)).toMatchObject({ rows: 1, ready: 1 })
  }
  return { app, run, afterThumb, itemIsWhole }
}

it('creates one item when two runs import a file at the same time', async () => {
  const { app, run, afterThumb, itemIsWhole } = await twoRuns()
  const late = afterThumb(async () => expect(await run()).toBe('made'))
  expect(await run(late)).toBe('made')
  await withWorker(app)
  await expect.poll(async () => (await countTraces(app)).objects, SOON).toBe(5)
  await itemIsWhole()
})

it.each(['holiday/beach.jpg', '2026/01/00000000000000000000000001-original.jpg'])(
  'counts an item once after a failed write of its progress: %s',
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
    expect(await countTraces(app)).toMatchObject({ ready: 0 })
    await db.query({ text: 'DROP TRIGGER fail ON operations' })
    await afterSetback(app)
    const { result } = await operationWhen(app, 'import-media', ({ status }) => status === 'done')
    expect(result).toMatchObject({ imported: 1 })
    expect(await countTraces(app)).toMatchObject({ rows: 1, ready: 1 })
  },
)
