import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BucketDeletion, listBucketFiles } from '@hotvote/shared/bucket'
import type { Answer } from '@hotvote/shared/contract'
import type { Operation } from '@hotvote/shared/operations'
import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/call.ts'
import { expectExactCounts } from '../../../test/counts.ts'
import { hold, waitingForLocks } from '../../../test/hold.ts'
import { operatorCall, startAsOperator } from '../../../test/operator.ts'
import { quarters } from '../../../test/pictures.ts'
import { renditionsMade } from '../../../test/renditions.ts'
import { SOON } from '../../../test/soon.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { filePart, upload } from '../../../test/upload.ts'
import { afterSetback, appWithWorker, operationWhen } from '../../../test/worker.ts'
import { deleteUnusedFromBucket } from './bucket-deletion.service.ts'

const shared = await testApp()

const DELETE = 'POST /api/admin/delete-bucket-files'
const KIND = 'delete-bucket-files'

const filesOf = async (app: TestApp) => {
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

/** An item with one vote, and the keys of its three files. */
const votedItem = async (app: TestApp) => {
  const { id } = await uploaded(app)
  await (await quickVisitor(app)).vote(id)
  await renditionsMade(app)
  const keys = (await filesOf(app)).filter(({ usedBy }) => usedBy?.mediaId === id).map(({ key }) => key)
  expect(keys).toHaveLength(3)
  return { id, keys }
}

/** Files without an item. */
const droppedFiles = async ({ dataDir }: TestApp, count: number) => {
  const keys = Array.from({ length: count }, (_, n) => `a/${n}.jpg`)
  await mkdir(join(dataDir, 'media/a'), { recursive: true })
  for (const key of keys) await writeFile(join(dataDir, 'media', key), 'no picture at all')
  return keys
}

type Body = { filenames: string[]; told?: ({ mediaId: number; stays?: number } | null)[] }

const deletedNow = async (app: TestApp, body: Body) => {
  const reply = await operatorCall<BucketDeletion>(app, DELETE, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

const isDone = ({ status }: Operation) => status === 'done'

/** As the screen deletes. */
const deletedByOperation = async (app: TestApp, body: Body) => {
  const started = await startAsOperator(app, DELETE, body)
  expect(started.status, started.text).toBe(202)
  return (await operationWhen(app, KIND, isDone)).result
}

const resetAll = async (app: TestApp) =>
  expect((await operatorCall(app, 'POST /api/admin/reset-database')).status).toBe(200)
const refusedAll = (keys: string[], reason: string) => ({
  deleted: 0,
  items: 0,
  errors: keys.map((key) => ({ key, reason })),
})
const shownIds = async ({ deps }: TestApp) =>
  (await deps.db.query<{ id: number }>({ text: `SELECT id FROM media WHERE status = 'ready' ORDER BY id` })).map(
    ({ id }) => id,
  )

describe('a deletion that was decided on', () => {
  it.each([
    ['at once', deletedNow],
    ['as an operation', deletedByOperation],
  ])('when no item used the files takes none that an item uses by now, %s', async (_how, deleted) => {
    const app = await appWithWorker()
    const { id, keys } = await votedItem(app)
    const [other = ''] = await droppedFiles(app, 1)
    const body = { filenames: [...keys, other], told: [null, null, null, null] }
    expect(await deleted(app, body)).toMatchObject({
      ...refusedAll(keys, 'An item uses this file by now.'),
      deleted: 1,
    })
    expect(await shownIds(app)).toEqual([id])
    expect((await filesOf(app)).map(({ key }) => key)).toEqual(keys)
    // Once it is known that the item goes, so may a file that it did not use then.
    const looked = { filenames: keys, told: [null, { mediaId: id }, { mediaId: id }] }
    expect(await deleted(app, looked)).toMatchObject({ deleted: 3, items: 1, errors: [] })
    expect(await shownIds(app)).toEqual([])
  })

  it('of a duplicate leaves it once the copy is gone that was to stay', async () => {
    const app = await appWithWorker()
    const [first, second] = [await votedItem(app), await votedItem(app)]
    const stays = (mediaId: number) => ({
      filenames: second.keys,
      told: second.keys.map(() => ({ mediaId: second.id, stays: mediaId })),
    })
    expect((await operatorCall(app, `DELETE /api/admin/media/${first.id}`)).status).toBe(204)
    const refused = refusedAll(second.keys, 'The copy that would stay is gone by now.')
    expect(await deletedNow(app, stays(first.id))).toMatchObject(refused)
    const third = await votedItem(app)
    expect(await shownIds(app)).toEqual([second.id, third.id])
    expect(await deletedNow(app, stays(third.id))).toMatchObject({ deleted: 3, items: 1, errors: [] })
    expect(await shownIds(app)).toEqual([third.id])
  })

  it('twice at once, each for the copy that the other takes, leaves one of them', async () => {
    const app = await appWithWorker()
    const { db } = app.deps
    const [one, other] = [await votedItem(app), await votedItem(app)]
    const pairs = [
      { goes: one, stays: other.id },
      { goes: other, stays: one.id },
    ]
    const holder = await hold(db, 'SELECT FROM media WHERE id = ANY ($1) FOR UPDATE', [[one.id, other.id]])
    const both = pairs.map(({ goes: { id, keys }, stays }) =>
      deletedNow(app, { filenames: keys, told: keys.map(() => ({ mediaId: id, stays })) }),
    )
    await expect.poll(() => waitingForLocks(db), SOON).toBe(2)
    await holder.end()
    expect((await Promise.all(both)).map(({ items }) => items).sort()).toEqual([0, 1])
    expect(await shownIds(app)).toHaveLength(1)
  })

  it('when an item used the files leaves them once it is gone: it was to go to the trash', async () => {
    const app = await appWithWorker()
    const { id, keys } = await votedItem(app)
    await resetAll(app)
    const body = { filenames: keys, told: keys.map(() => ({ mediaId: id })) }
    expect(await deletedNow(app, body)).toMatchObject(refusedAll(keys, 'The item of this file is gone by now.'))
    expect((await filesOf(app)).map(({ key }) => key)).toEqual(keys)
  })

  it.each([
    ['nothing of a file', []],
    ['no item', [{ mediaId: 0 }]],
    ['no copy', [{ mediaId: 1, stays: '2' }]],
  ])('is refused where %s is told', async (_what, told) => {
    expectError(await operatorCall(shared, DELETE, { filenames: ['a/one.jpg'], told }), 400, 'invalid_request')
  })
})

describe('a long deletion', () => {
  it('deletes an item once, in whichever steps the names of its files stand', async () => {
    const app = await appWithWorker()
    const [display = '', original = '', thumb = ''] = (await votedItem(app)).keys
    const others = await droppedFiles(app, 100)
    const filenames = [...others.slice(0, 49), display, original, ...others.slice(49), thumb]
    expect((await startAsOperator(app, DELETE, { filenames })).status).toBe(202)
    const { result, progress } = await operationWhen(app, KIND, isDone)
    expect(result).toEqual({
      message: 'Deleted 103 files and 1 item with 1 vote',
      deleted: 103,
      items: 1,
      votes: 1,
      errors: [],
    })
    expect(progress).toMatchObject({ done: 103, total: 103 })
  })

  it('that breaks off in a step goes on behind the items that are gone, and counts them', async () => {
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
      message: 'Deleted 6 files and 2 items with 2 votes',
      deleted: 6,
      items: 2,
      votes: 2,
      errors: [],
    })
    await expectExactCounts(db)
  })
})

it('tells that the item of a file is already in the trash', async () => {
  const app = await testApp()
  const { id } = await uploaded(app)
  expect((await operatorCall(app, `DELETE /api/admin/media/${id}`)).status).toBe(204)
  const [file] = await filesOf(app)
  expect(file?.usedBy).toMatchObject({ mediaId: id, isPending: false, isTrashed: true })
  const keys = [file?.key ?? '']
  const refused = refusedAll(keys, 'The item of this file is in the trash.')
  expect(await deletedNow(app, { filenames: keys })).toMatchObject(refused)
})

it('a file that an item names since its use was looked for is told as used', async () => {
  const app = await appWithWorker()
  const { db } = app.deps
  const { keys } = await votedItem(app)
  const thumb = keys.filter((key) => key.includes('-thumb'))
  await db.query({ text: 'UPDATE media SET thumb_key = NULL' })
  const query = async (...asked: Parameters<typeof db.query>) => {
    const answer = await db.query(...asked)
    const isLookedFor = 'name' in asked[0] && asked[0].name === 'bucket_uses'
    if (isLookedFor) await db.query({ text: 'UPDATE media SET thumb_key = $1' }, thumb)
    return answer
  }
  const deps = { ...app.deps, db: { ...db, query } as typeof db }
  const answer = await deleteUnusedFromBucket(deps, thumb, { requestId: '', ip: '' })
  expect(answer).toMatchObject(refusedAll(thumb, 'An item uses this file by now.'))
  expect(await app.deps.storage.head(thumb[0] ?? '')).toBeTruthy()
})
