import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type BucketDeletion,
  type DuplicateGroup,
  type DuplicateResult,
  spareCopies,
} from '@hotvote/shared/operator/bucket'
import { describe, expect, it } from 'vitest'
import { type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { JOBS } from '../../../test/app/job-table.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import type { TestApp } from '../../../test/app/test-app.ts'
import { appWithWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { noise } from '../../../test/make/pictures.ts'
import { filePart, renditionsMade, upload } from '../../../test/make/upload.ts'

/** Large light and dark patches keep their perceptual hash at any size. */
const patches = (seed: number) => noise(9, 8, seed).resize(540, 480, { kernel: 'cubic' })

const search = async (app: TestApp) => {
  const reply = await operatorCall<DuplicateResult>(app, 'GET /api/admin/find-duplicates')
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const listNames = ({ files }: DuplicateGroup) => files.map(({ originalName }) => originalName).sort()
const getGroups = ({ duplicateGroups }: DuplicateResult, type: DuplicateGroup['type']) =>
  duplicateGroups.filter((group) => group.type === type).map(listNames)

const uploadAs = async (app: TestApp, visitor: QuickVisitor, [name, bytes]: [string, Buffer]) => {
  const { status, text, body } = await upload(app, visitor, filePart(bytes, name))
  expect(status, text).toBe(201)
  await renditionsMade(app)
  return body
}

const drop = async ({ dataDir }: TestApp, key: string, bytes: Buffer | string) => {
  const path = join(dataDir, 'media', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}

describe('the duplicate search', () => {
  it('finds originals by content, look, name and size and keeps one of each group', async () => {
    const app = await appWithWorker()
    const [one, two] = [await quickVisitor(app), await quickVisitor(app)]
    const first = await patches(1).jpeg({ quality: 90 }).toBuffer()
    const voted = await uploadAs(app, one, ['a.jpg', first])
    await two.vote(voted.id)
    await uploadAs(app, two, ['b.jpg', first])
    await uploadAs(app, two, ['c.jpg', await patches(1).webp({ quality: 90 }).toBuffer()])
    await uploadAs(app, one, ['same.jpg', await patches(7).png().toBuffer()])
    const named = await uploadAs(app, two, ['same.jpg', await patches(23).png().toBuffer()])
    await drop(app, 'from/outside.png', Buffer.alloc(named.size))

    const result = await search(app)
    expect(result).toMatchObject({ success: true, provider: 'local', totalFiles: 21 })
    expect(getGroups(result, 'content')).toEqual([['a.jpg', 'b.jpg']])
    expect(getGroups(result, 'visual')).toEqual([['a.jpg', 'b.jpg', 'c.jpg']])
    expect(getGroups(result, 'name')).toEqual([['same.jpg', 'same.jpg']])
    expect(getGroups(result, 'size').sort()).toEqual([
      ['a.jpg', 'b.jpg'],
      ['outside.png', 'same.jpg'],
    ])
    expect(result).toMatchObject({ totalDuplicateFiles: 6, message: 'Found 6 files in 5 groups' })
    for (const { criteria } of result.duplicateGroups) expect(criteria).not.toBe('')
    const [content, visual, ...others] = result.duplicateGroups
    expect(content?.files.map(({ originalName }) => originalName)).toEqual(['a.jpg', 'b.jpg'])
    expect(visual?.files.map(({ originalName }) => originalName)).toEqual(['a.jpg', 'c.jpg', 'b.jpg'])
    const times = others[0]?.files.map(({ lastModified }) => lastModified) ?? []
    expect(times).toEqual([...times].sort().reverse())
    expect(content?.files[0]).toMatchObject({
      key: expect.stringMatching(/-original\.jpg$/),
      mediaId: expect.any(Number),
      url: expect.stringMatching(/^\/media\//),
      thumbnailUrl: expect.stringMatching(/-thumb\.webp$/),
      uploadedAt: expect.any(String),
      usedBy: { votes: 1, isPending: false },
    })

    const spare = visual?.files.slice(1).map(({ key }) => key) ?? []
    expect(spareCopies(result.duplicateGroups).sort()).toEqual([...spare].sort())
    expect(result.potentialDeletions).toBe(2)
    const gone = await operatorCall<BucketDeletion>(app, 'POST /api/admin/delete-bucket-files', { filenames: spare })
    expect(gone.body).toMatchObject({ deleted: 2, errors: [] })
    // A deleted item's files briefly have no item, until jobs move them to the trash.
    const waiting = `SELECT count(*) FROM ${JOBS} WHERE task IN ('erase-media', 'delete-files')
      AND due_at < now() + interval '10 minutes'`
    await expect.poll(() => queryCount(app.deps.db, waiting), SOON).toBe(0)
    expect((await search(app)).duplicateGroups.map(({ type }) => type)).toEqual(['name', 'size'])
    expect((await listAudit(app)).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['DUPLICATE_SEARCH_REQUEST', 'DUPLICATE_SEARCH_COMPLETED']),
    )
  })

  it('sorts copies by the time of their files, not of their rows', async () => {
    const app = await appWithWorker()
    const visitor = await quickVisitor(app)
    const bytes = await patches(5).jpeg().toBuffer()
    const older = await uploadAs(app, visitor, ['row-first.jpg', bytes])
    await uploadAs(app, visitor, ['row-second.jpg', bytes])
    const inAMinute = new Date(Date.now() + 60_000)
    await utimes(join(app.dataDir, older.url.slice(1)), inAMinute, inAMinute)
    const { duplicateGroups } = await search(app)
    expect(duplicateGroups.find(({ type }) => type === 'content')?.files[0]?.originalName).toBe('row-first.jpg')
  })

  it('ignores renditions and items without files', async () => {
    const app = await appWithWorker()
    const { id } = await quickVisitor(app)
    await newItems(app, id, 30)
    await drop(app, '2026/11/00000000000000000000000000-thumb.webp', 'same')
    await drop(app, '2026/11/00000000000000000000000001-thumb.webp', 'same')
    expect(await search(app)).toMatchObject({ duplicateGroups: [], totalFiles: 2, message: 'No duplicates found' })
  })
})

it('offers no file as a copy that another group keeps', () => {
  const group = (type: DuplicateGroup['type'], ...keys: string[]) => ({ type, files: keys.map((key) => ({ key })) })
  const content = group('content', 'kept', 'spare') as DuplicateGroup
  const visual = group('visual', 'best', 'kept', 'spare', 'other') as DuplicateGroup
  const name = group('name', 'spare', 'unrelated') as DuplicateGroup
  expect(spareCopies([content, visual, name])).toEqual(['spare', 'other'])
  expect(spareCopies([content, visual, name], [visual])).toEqual(['spare', 'other'])
  expect(spareCopies([content, visual, name], [name])).toEqual([])
})
