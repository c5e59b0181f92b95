import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Answer } from '@hotvote/shared/contract'
import type { BucketDeletion, bucketOverview, listBucketFiles, OrphanReport } from '@hotvote/shared/operator/bucket'
import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { listAudit, operatorCall, startAsOperator } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { appWithWorker, countJobs, operationWhen } from '../../../test/app/worker.ts'
import { afterTrashDays } from '../../../test/make/moderation.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { filePart, renditionsMade, upload } from '../../../test/make/upload.ts'
import { createTasks } from '../../tasks.ts'

const LIST = '/api/admin/list-bucket-files'
const DELETE = 'POST /api/admin/delete-bucket-files'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

const drop = async ({ dataDir }: TestApp, key: string, { bytes = 'no picture at all', changed = hoursAgo(2) } = {}) => {
  const path = join(dataDir, 'media', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  await utimes(path, changed, changed)
}

const withItem = async (app: TestApp, name = 'beach.jpg') => {
  const owner = await quickVisitor(app)
  const { body } = await upload(app, owner, filePart(await quarters(90, 60).jpeg().toBuffer(), name))
  await renditionsMade(app)
  return { owner, id: body.id, key: body.url.slice('/media/'.length) }
}

const list = (app: TestApp, query = '') =>
  operatorCall<Answer<typeof listBucketFiles>>(app, `GET ${LIST}${query && `?${query}`}`)

const allFiles = async (app: TestApp, query: string) => {
  const files: Answer<typeof listBucketFiles>['files'] = []
  let next: string | undefined = `${LIST}?${query}`
  while (next) {
    const reply: Awaited<ReturnType<typeof list>> = await operatorCall(app, `GET ${next}`)
    expect(reply.status, reply.text).toBe(200)
    files.push(...reply.body.files)
    next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1]
  }
  return files
}

const remove = (app: TestApp, filenames: unknown) => operatorCall<BucketDeletion>(app, DELETE, { filenames })
const listKeys = async (app: TestApp) => (await list(app)).body.files.map(({ key }) => key)

describe('the list of files', () => {
  it('is ordered by key and paged, and shows the item of each file', async () => {
    const app = await appWithWorker()
    const { owner, id, key } = await withItem(app)
    const rater = await quickVisitor(app)
    await rater.vote(id)
    for (const name of ['a/one.jpg', 'a/two.png', 'z/three.mp4']) await drop(app, name)
    expect(owner.id).toBeGreaterThan(0)

    const first = await list(app, 'limit=2')
    expect(first.body).toMatchObject({ provider: 'local' })
    expect(first.headers.link).toContain('rel="next"')
    const files = await allFiles(app, 'limit=2')
    const keys = files.map((file) => file.key)
    expect(keys).toEqual([...keys].sort())
    expect(keys).toHaveLength(7)
    expect(files.find((file) => file.key === key)).toMatchObject({
      usedBy: { mediaId: id, variant: 'original', votes: 1, isPending: false },
      mediaName: 'beach.jpg',
      url: `/media/${key}`,
      thumbnailUrl: expect.stringMatching(/-thumb\.webp$/),
    })
    expect(files.filter(({ usedBy }) => usedBy?.mediaId === id).map(({ usedBy }) => usedBy?.variant)).toEqual([
      'display',
      'original',
      'share',
      'thumb',
    ])
    expect(files.find((file) => file.key === 'a/one.jpg')).toMatchObject({ size: 17, usedBy: null, mediaName: null })
  })

  it('filters by prefix and by files without items', async () => {
    const app = await appWithWorker()
    await withItem(app)
    for (const name of ['a/one.jpg', 'a/two.png', 'z/three.mp4']) await drop(app, name)
    const keys = async (query: string) => (await allFiles(app, query)).map(({ key }) => key)
    expect(await keys('prefix=a/')).toEqual(['a/one.jpg', 'a/two.png'])
    expect(await keys('only=orphans&limit=1')).toEqual(['a/one.jpg', 'a/two.png', 'z/three.mp4'])
    expect(await keys('only=orphans&prefix=z')).toEqual(['z/three.mp4'])
    for (const odd of ['%25', '../', "'%20OR%201=1--", 'A', '%F0%9F%94%A5'])
      expect(await keys(`prefix=${odd}`), odd).toEqual([])
  })

  it.each(['limit=0', 'limit=501', 'limit=1e3', 'cursor=%00', 'prefix=a%00b', 'only=all', 'cursor=a&cursor=b'])(
    'refuses %s',
    async (query) => {
      expectError(await list(shared, query), 400, 'invalid_request')
    },
  )

  it('is summed up for the overview', async () => {
    const app = await appWithWorker()
    await withItem(app)
    await drop(app, 'a/one.jpg', { bytes: '12345' })
    const { body } = await operatorCall<Answer<typeof bucketOverview>>(app, 'GET /api/admin/bucket-overview')
    expect(body.provider).toBe('local')
    expect(body.totals).toMatchObject({ totalFiles: 5, itemFiles: 4, otherFiles: 1, otherBytes: 5 })
    expect(body.totals?.totalBytes).toBe((body.totals?.itemBytes ?? 0) + 5)
  })
})

const shared = await testApp()

describe('deleting files', () => {
  it('removes files without an item and keeps the others', async () => {
    const app = await appWithWorker()
    const { id } = await withItem(app)
    for (const name of ['a/one.jpg', 'a/two.png']) await drop(app, name)
    const reply = await remove(app, ['a/one.jpg', 'a/one.jpg'])
    expect(reply.body).toEqual({ message: 'Deleted 1 file', deleted: 1, items: 0, votes: 0, errors: [] })
    expect(await listKeys(app)).toHaveLength(5)
    expect(await listKeys(app)).not.toContain('a/one.jpg')
    const entries = (await listAudit(app)).map(({ event, context }) => ({ event, ...context }))
    expect(entries).toMatchObject([
      { event: 'BUCKET_DELETE_REQUEST', files: 1 },
      { event: 'BUCKET_DELETE_COMPLETED', deleted: 1, items: 0, keys: ['a/one.jpg'], stillToDelete: 0 },
    ])
    expect((await quickVisitor(app).then((visitor) => visitor.next())).body.id).toBe(id)
  })

  it('retries in a job when the store fails and logs the open deletions', async () => {
    const app = await appWithWorker()
    await drop(app, 'a/one.jpg')
    await mkdir(join(app.dataDir, 'media', 'a', 'two.jpg'))
    expect((await remove(app, ['a/one.jpg', 'a/two.jpg'])).status).toBe(200)
    expect((await listAudit(app)).at(-1)).toMatchObject({
      event: 'BUCKET_DELETE_COMPLETED',
      context: { deleted: 2, stillToDelete: 1 },
    })
    expect(await countJobs(app.deps.db, 'delete-files')).toBe(1)
  })

  it('removes an item with its votes and all its files', async () => {
    const app = await appWithWorker()
    const { id, key } = await withItem(app)
    const rater = await quickVisitor(app)
    expect((await rater.vote(id)).status).toBe(201)
    const thumb = (await allFiles(app, 'limit=9')).find(({ usedBy }) => usedBy?.variant === 'thumb')
    const reply = await remove(app, [thumb?.key, key])
    expect(reply.body).toEqual({
      message: 'Deleted 2 files and 1 item with 1 vote',
      deleted: 2,
      items: 1,
      votes: 1,
      errors: [],
    })
    await afterTrashDays(app)
    await expect.poll(() => app.deps.db.query({ text: 'SELECT id FROM media' }), SOON).toEqual([])
    expect(await listKeys(app)).toEqual([])
    await expectExactCounts(app.deps.db)
    expect((await listAudit(app)).map(({ event }) => event)).toEqual([
      'BUCKET_DELETE_REQUEST',
      'ADMIN_DELETE_REQUEST',
      'ADMIN_DELETE_COMPLETED',
      'BUCKET_DELETE_COMPLETED',
      'TRASH_EXPIRED',
    ])
  })

  it('refuses files with invalid keys and of unfinished uploads', async () => {
    const app = await appWithWorker()
    const { key } = await withItem(app)
    await drop(app, 'a/one.jpg')
    await app.deps.db.query({ text: `UPDATE media SET status = 'pending', position = NULL` })
    const odd = ['../../etc/passwd', 'a/two.jpg', '', 'A/B.jpg', '%', key]
    const { body } = await remove(app, [...odd, 'a/one.jpg'])
    expect(body).toMatchObject({ message: 'Deleted 1 file; 6 files could not be deleted', deleted: 1 })
    expect(new Map(body.errors.map((error) => [error.key, error.reason]))).toEqual(
      new Map([
        ['../../etc/passwd', 'This is not a file of the bucket.'],
        ['', 'This is not a file of the bucket.'],
        ['A/B.jpg', 'This is not a file of the bucket.'],
        ['%', 'This is not a file of the bucket.'],
        ['a/two.jpg', 'There is no such file.'],
        [key, 'This file belongs to an unfinished upload.'],
      ]),
    )
    expect(await listKeys(app)).toHaveLength(4)
  })

  it.each([
    ['nothing', { filenames: [] }],
    ['no list', {}],
    ['a text', { filenames: 'a/one.jpg' }],
    ['numbers', { filenames: [1] }],
    ['null', null],
    ['too many', { filenames: Array.from({ length: 4001 }, (_, n) => `a/${n}.jpg`) }],
  ])('refuses %s', async (_what, body) => {
    expectError(await operatorCall(shared, DELETE, body), 400)
  })

  it('refuses the call while an import runs', async () => {
    const app = await testApp()
    await drop(app, 'a/one.jpg')
    await app.deps.db.query({ text: `INSERT INTO operations (kind, status) VALUES ('import-media', 'running')` })
    expectError(await remove(app, ['a/one.jpg']), 409, 'busy')
    expectError(await startAsOperator(app, DELETE, { filenames: ['a/one.jpg'] }), 409, 'busy')
    expect(await listKeys(app)).toEqual(['a/one.jpg'])
  })
})

describe('the orphan report', () => {
  const report = async (app: TestApp) => {
    const reply = await operatorCall<OrphanReport>(app, 'GET /api/admin/orphans')
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }

  it('finds files without items and items without files', async () => {
    const app = await appWithWorker()
    const [whole, broken] = [await withItem(app, 'whole.jpg'), await withItem(app, 'broken.jpg')]
    await drop(app, 'a/old.jpg', { bytes: '12345' })
    await drop(app, 'a/young.jpg', { bytes: '1', changed: new Date() })
    await rm(join(app.dataDir, 'media', broken.key))
    const found = await report(app)
    expect(found).toMatchObject({
      message: '1 file without an item, 1 item with missing files',
      totals: { totalFiles: 9, itemFiles: 7, otherFiles: 2 },
      orphans: { count: 1, bytes: 5, files: [{ key: 'a/old.jpg', usedBy: null }] },
      brokenItems: {
        count: 1,
        items: [{ mediaId: broken.id, key: broken.key, mediaName: 'broken.jpg', votes: 0, missing: ['original'] }],
      },
    })
    const { body } = await remove(app, ['a/old.jpg', broken.key])
    expect(body).toMatchObject({ deleted: 2, items: 1, errors: [] })
    expect(await listKeys(app)).toHaveLength(8)
    expect(await report(app)).toMatchObject({ orphans: { count: 0 }, brokenItems: { count: 0 } })
    await afterTrashDays(app)
    await expect.poll(() => app.deps.db.query({ text: 'SELECT id FROM media' }), SOON).toEqual([{ id: whole.id }])
    expect(await listKeys(app)).toHaveLength(5)
    expect((await listAudit(app)).map(({ event }) => event)).toContain('ORPHAN_SEARCH_COMPLETED')
  })

  it('is created in the background on request', async () => {
    const app = await appWithWorker()
    await drop(app, 'a/old.jpg')
    const started = await startAsOperator(app, 'GET /api/admin/orphans')
    expect(started.status).toBe(202)
    const { result } = await operationWhen(app, 'find-orphans', ({ status }) => status === 'done')
    expect(result).toMatchObject({ orphans: { count: 1 } })
  })

  it('is deleted after a week', async () => {
    const app = await appWithWorker()
    for (const days of [8, 6]) {
      const text = `INSERT INTO operations (kind, status, ended_at) VALUES ('find-orphans', 'done', now() - make_interval(days => $1))`
      await app.deps.db.query({ text }, [days])
    }
    await createTasks(app.deps)['forget-expired']({}, new AbortController().signal)
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM operations')).toBe(1)
  })
})
