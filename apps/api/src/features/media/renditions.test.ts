import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RatingItem } from '@hotvote/shared/visitor/rating'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { call, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { DUE_NOW, JOBS } from '../../../test/app/job-table.ts'
import { SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { appWithWorker, countJobs, withWorker } from '../../../test/app/worker.ts'
import { phoneClip } from '../../../test/make/clips.ts'
import { afterTrashDays } from '../../../test/make/moderation.ts'
import { animation, noise } from '../../../test/make/pictures.ts'
import { countTraces, filePart, renditionsMade, upload } from '../../../test/make/upload.ts'
import { deleteUnusedFromBucket } from '../bucket/bucket-deletion.service.ts'
import { buildRenditions } from './renditions.service.ts'

/** Enlarges a small picture, because incompressible pictures take ten times as long to encode. */
const jpeg = (width: number, height: number) => noise(16, 12).resize(width, height, { fit: 'fill' }).jpeg().toBuffer()
const getKey = (url: string) => url.replace(/^\/media\//, '')

const uploaded = async (app: Pick<TestApp, 'baseUrl'>, owner: QuickVisitor, bytes: Buffer) => {
  const { status, text, body } = await upload(app, owner, filePart(bytes))
  expect(status, text).toBe(201)
  return body
}
const shown = async (app: TestApp): Promise<RatingItem> => (await (await quickVisitor(app)).next()).body
const deletion = (app: TestApp, owner: QuickVisitor, id: number) =>
  call(app, `DELETE /api/media/${id}?userId=${owner.id}`, { cookie: owner.cookie })
const nothingLeft = async (app: TestApp) => {
  await afterTrashDays(app)
  await expect
    .poll(async () => {
      const jobs = await queryCount(app.deps.db, `SELECT count(*) FROM ${JOBS} WHERE due_at <= now()`)
      return { jobs, ...(await countTraces(app)) }
    }, SOON)
    .toEqual({ jobs: 0, rows: 0, ready: 0, objects: 0, temporary: 0 })
}

const listFiles = (srcset: string | null) =>
  (srcset ?? '').split(', ').map((part) => {
    const [, url = '', width] = /^(\S+) (\d+)w$/.exec(part) ?? []
    return { url, width: Number(width) }
  })
const served = async (app: TestApp, url: string) => {
  const reply = await call(app, `GET ${url}`)
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('image/webp')
  return sharp(join(app.dataDir, url), { animated: true }).metadata()
}

describe('renditions of a picture', () => {
  it.each([
    ['wide', [2000, 100], [640, 1080, 1600]],
    ['tall', [1001, 2003], [320, 540, 800]],
    ['no larger than the stage', [1200, 60], [640, 1080, 1200]],
    ['as large as the middle one', [1080, 100], [640, 1080]],
  ])('replace the original once they are made: %s', async (_shape, [width = 0, height = 0], widths) => {
    const app = await testApp()
    const { url } = await uploaded(app, await quickVisitor(app), await jpeg(width, height))
    expect(await shown(app)).toMatchObject({ url, displayUrl: url, srcset: null })
    await withWorker(app)
    await expect.poll(async () => (await shown(app)).displayUrl, SOON).toMatch(/-display\.webp$/)
    const { displayUrl, srcset, thumbnailUrl } = await shown(app)
    const files = listFiles(srcset)
    expect(files.map((file) => file.width)).toEqual(widths)
    expect(files.at(-1)?.url).toBe(displayUrl)
    for (const file of files) {
      const made = await served(app, file.url)
      expect(made).toMatchObject({ format: 'webp', width: file.width })
      expect(Math.abs(made.width / made.height - width / height)).toBeLessThan(0.1)
    }
    expect(await served(app, thumbnailUrl ?? '')).toMatchObject({ format: 'webp' })
  })

  it('are a single file for a small picture', async () => {
    const app = await appWithWorker()
    await uploaded(app, await quickVisitor(app), await jpeg(640, 300))
    await renditionsMade(app)
    const { displayUrl, srcset } = await shown(app)
    expect(srcset).toBeNull()
    expect(await served(app, displayUrl)).toMatchObject({ width: 640, height: 300 })
  })

  it.each(['gif', 'webp'] as const)('keep an animation moving: %s', async (format) => {
    const app = await appWithWorker()
    await uploaded(app, await quickVisitor(app), await animation(format, 3, 700))
    await renditionsMade(app)
    const files = listFiles((await shown(app)).srcset)
    expect(files.map(({ width }) => width)).toEqual([640, 700])
    for (const { url, width } of files) {
      expect(await served(app, url)).toMatchObject({ pages: 3, width, pageHeight: width })
    }
  })

  it('are not made of a film', async () => {
    const app = await testApp()
    const { url } = await uploaded(app, await quickVisitor(app), await phoneClip())
    expect(await countJobs(app.deps.db)).toBe(0)
    expect(await shown(app)).toMatchObject({ displayUrl: url, srcset: null })
  })
})

it('makes renditions later when the disk is nearly full', async () => {
  const app = await testApp()
  const { url } = await uploaded(app, await quickVisitor(app), await jpeg(1700, 90))
  const before = await countTraces(app)
  const config = { ...app.deps.config, minFree: Number.MAX_SAFE_INTEGER }
  await expect(buildRenditions({ ...app.deps, config }, getKey(url))).rejects.toThrow('The disk is nearly full')
  expect(await countTraces(app)).toEqual(before)
  await withWorker(app)
  await expect.poll(async () => (await shown(app)).displayUrl, SOON).toMatch(/-display\.webp$/)
})

describe('deleting an item', () => {
  it('leaves none of its renditions', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    const { id } = await uploaded(app, owner, await jpeg(1700, 90))
    await renditionsMade(app)
    expect(await countTraces(app)).toMatchObject({ objects: 6 })
    expect((await deletion(app, owner, id)).status).toBe(204)
    await nothingLeft(app)
  })

  it.each(['display', 'share'])('leaves no file just after %s was stored', async (variant) => {
    const app = await testApp()
    const owner = await quickVisitor(app)
    const { id, url } = await uploaded(app, owner, await jpeg(1700, 300))
    const put: TestApp['deps']['storage']['put'] = async (key, ...rest) => {
      await app.deps.storage.put(key, ...rest)
      if (key.includes(variant)) expect((await deletion(app, owner, id)).status).toBe(204)
    }
    await buildRenditions({ ...app.deps, storage: { ...app.deps.storage, put } }, getKey(url))
    await withWorker(app)
    await nothingLeft(app)
  })

  it('leaves none of the files of an interrupted run', async () => {
    const app = await testApp()
    const owner = await quickVisitor(app)
    const { id, url } = await uploaded(app, owner, await jpeg(1700, 90))
    const put: TestApp['deps']['storage']['put'] = async (key, ...rest) => {
      await app.deps.storage.put(key, ...rest)
      if (key.includes('small')) throw new Error('killed')
    }
    await expect(buildRenditions({ ...app.deps, storage: { ...app.deps.storage, put } }, getKey(url))).rejects.toThrow(
      'killed',
    )
    expect(await countTraces(app)).toMatchObject({ objects: 5, temporary: 0 })
    expect((await deletion(app, owner, id)).status).toBe(204)
    await withWorker(app)
    await nothingLeft(app)
  })
})

describe('renditions that cannot be made now', () => {
  it('are made and shown once the store recovers', async () => {
    const app = await testApp()
    const { url } = await uploaded(app, await quickVisitor(app), await jpeg(1700, 90))
    const inTheWay = join(app.dataDir, url.replace(/original\.jpg$/, 'small.webp'))
    await mkdir(join(inTheWay, 'a folder is in the way'), { recursive: true })
    await withWorker(app)
    const failed = `SELECT count(*) FROM ${JOBS} WHERE state = 'retry'`
    await expect.poll(() => queryCount(app.deps.db, failed), SOON).toBe(1)
    expect(await shown(app)).toMatchObject({ displayUrl: url, srcset: null })
    await rm(inTheWay, { recursive: true })
    await app.deps.db.query({ text: DUE_NOW })
    await renditionsMade(app)
    expect(listFiles((await shown(app)).srcset)).toHaveLength(3)
    expect(await countTraces(app)).toMatchObject({ objects: 6, temporary: 0 })
  })

  it('are not deleted as orphans', async () => {
    const app = await testApp()
    const { url } = await uploaded(app, await quickVisitor(app), await jpeg(1700, 90))
    const key = getKey(url).replace('original.jpg', 'small.webp')
    await writeFile(join(app.dataDir, 'media', key), 'just stored')
    const operator = { requestId: '', ip: '', name: 'admin' }
    expect(await deleteUnusedFromBucket(app.deps, [key], operator)).toBe(0)
    const name = `UPDATE media SET display_key = replace(original_key, 'original.jpg', 'display.webp'), small_key = $1`
    const db = {
      ...app.deps.db,
      query: async (...asked: Parameters<typeof app.deps.db.query>) => {
        const answer = await app.deps.db.query(...asked)
        if ('name' in asked[0] && asked[0].name === 'bucket_uses') await app.deps.db.query({ text: name }, [key])
        return answer
      },
    } as typeof app.deps.db
    expect(await deleteUnusedFromBucket({ ...app.deps, db }, [key], operator)).toBe(0)
    expect(await app.deps.storage.head(key)).toBeTruthy()
  })
})
