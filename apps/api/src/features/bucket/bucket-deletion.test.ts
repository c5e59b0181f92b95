import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer } from '@hotvote/shared/contract'
import type { BucketDeletion, listBucketFiles } from '@hotvote/shared/operator/bucket'
import type { Operation } from '@hotvote/shared/operator/operations'
import { describe, expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts } from '../../../test/app/database.ts'
import { operatorCall, startAsOperator } from '../../../test/app/operator.ts'
import type { TestApp } from '../../../test/app/test-app.ts'
import { afterSetback, appWithWorker, operationWhen } from '../../../test/app/worker.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { filePart, renditionsMade, upload } from '../../../test/make/upload.ts'

const DELETE = 'POST /api/admin/delete-bucket-files'
const KIND = 'delete-bucket-files'

const listFiles = async (app: TestApp) => {
  const list = 'GET /api/admin/list-bucket-files?limit=200'
  return (await operatorCall<Answer<typeof listBucketFiles>>(app, list)).body.files
}

const uploaded = async (app: TestApp) => {
  const { status, text, body } = await upload(
    app,
    await quickVisitor(app),
    filePart(await quarters(90, 60).jpeg().toBuffer()),
  )
  expect(status, text).toBe(201)
  return body
}

const votedItem = async (app: TestApp) => {
  const { id } = await uploaded(app)
  await (await quickVisitor(app)).vote(id)
  await renditionsMade(app)
  const keys = (await listFiles(app)).filter(({ usedBy }) => usedBy?.mediaId === id).map(({ key }) => key)
  expect(keys).toHaveLength(4)
  return { id, keys }
}

const droppedFiles = async ({ dataDir }: TestApp, count: number) => {
  const keys = Array.from({ length: count }, (_, n) => `a/${n}.jpg`)
  await mkdir(join(dataDir, 'media/a'), { recursive: true })
  for (const key of keys) await writeFile(join(dataDir, 'media', key), 'no picture at all')
  return keys
}

const deletedNow = async (app: TestApp, filenames: string[]) => {
  const reply = await operatorCall<BucketDeletion>(app, DELETE, { filenames })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

const isDone = ({ status }: Operation) => status === 'done'

describe('a long deletion', () => {
  it('deletes an item once when several of its files are listed', async () => {
    const app = await appWithWorker()
    const [display = '', original = '', ...smaller] = (await votedItem(app)).keys
    const others = await droppedFiles(app, 100)
    const filenames = [...others.slice(0, 49), display, original, ...others.slice(49), ...smaller]
    expect((await startAsOperator(app, DELETE, { filenames })).status).toBe(202)
    const { result, progress } = await operationWhen(app, KIND, isDone)
    expect(result).toEqual({
      message: 'Deleted 104 files and 1 item with 1 vote',
      deleted: 104,
      items: 1,
      votes: 1,
      errors: [],
    })
    expect(progress).toMatchObject({ done: 104, total: 104 })
  })

  it('continues after an outage of the database and counts each item once', async () => {
    const app = await appWithWorker()
    const { db } = app.deps
    const [first, second] = [await votedItem(app), await votedItem(app)]
    await db.query({
      text: `
CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P03'; END $$;
CREATE TRIGGER fail BEFORE UPDATE OF status ON media FOR EACH ROW WHEN (OLD.id = ${second.id}) EXECUTE FUNCTION fail()`,
    })
    const started = await startAsOperator(app, DELETE, { filenames: [...first.keys, ...second.keys] })
    expect(started.status, started.text).toBe(202)
    const isBrokenOff = ({ status, startedAt }: Operation) => status === 'queued' && startedAt !== null
    expect(await operationWhen(app, KIND, isBrokenOff)).toMatchObject({ result: null, error: null })
    await db.query({ text: 'DROP TRIGGER fail ON media' })
    await afterSetback(app)
    expect((await operationWhen(app, KIND, isDone)).result).toEqual({
      message: 'Deleted 8 files and 2 items with 2 votes',
      deleted: 8,
      items: 2,
      votes: 2,
      errors: [],
    })
    await expectExactCounts(db)
  })
})

it('refuses a file whose item is in the trash', async () => {
  const app = await appWithWorker()
  const { id } = await uploaded(app)
  await renditionsMade(app)
  expect((await operatorCall(app, `DELETE /api/admin/media/${id}`)).status).toBe(204)
  const [file] = await listFiles(app)
  expect(file?.usedBy).toMatchObject({ mediaId: id, isPending: false, isTrashed: true })
  const keys = [file?.key ?? '']
  expect(await deletedNow(app, keys)).toMatchObject({
    deleted: 0,
    items: 0,
    errors: [{ key: keys[0], reason: 'The item of this file is in the trash.' }],
  })
})
