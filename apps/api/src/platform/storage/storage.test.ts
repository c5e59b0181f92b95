import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBucket } from '../../../test/fakes/bucket.ts'
import { isKey } from '../../domain/media-keys.ts'
import { openLocalStorage } from './local.ts'
import { openS3Storage } from './s3.ts'
import type { Content, Storage } from './storage.ts'

const readBytes = async (content: Content | null): Promise<Buffer | null> => {
  if (!content) return null
  return Buffer.isBuffer(content.body) ? content.body : buffer(content.body)
}

type Opened = {
  storage: Storage
  drop: (key: string, bytes: Buffer) => Promise<unknown>
  close: () => Promise<void>
}

const listKeys = async (storage: Storage, query: { prefix: string; limit: number; anyName?: boolean }) => {
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await storage.list({ ...query, cursor })
    expect(page.objects.length).toBeLessThanOrEqual(query.limit)
    seen.push(...page.objects.map(({ key }) => key))
    cursor = page.cursor
  } while (cursor)
  return seen
}

const FOREIGN = [
  'f/ leading and trailing ',
  'f/1 + ä&<%41.txt',
  'f/2%41.PNG',
  'f/3.png',
  'f/IMG_1.JPG',
  'f/a\'b"c/Photo 1.jpeg',
  'f/b\u0001\u007f.png',
  'f/b\n.png',
  'f/c/.hidden',
  'f/c/x.JPG/deeper/x.jpeg',
  'f/d#?*:|.jpg',
  'f/evil.svg',
  'f/é-precomposed-e\u0301.png',
  'f/\u{1f525}.gif',
]

/** Tests every provider must pass. `open` returns a store that is empty under `prefix`. */
function storageSuite(name: string, open: () => Promise<Opened>) {
  describe(`storage: ${name}`, () => {
    let storage: Storage
    let drop: Opened['drop']
    let close: () => Promise<void>
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hotvote-storage-'))
      ;({ storage, drop, close } = await open())
    })
    afterAll(async () => {
      await close()
      await rm(folder, { recursive: true })
    })
    const put = async (key: string, bytes: Buffer) => {
      const source = join(folder, 'source')
      await writeFile(source, bytes)
      await storage.put(key, source, bytes.length)
    }

    it.each([
      ['empty', 0],
      ['small', 1000],
      ['large', 3_000_000],
    ])('returns a %s object unchanged', async (id, size) => {
      const bytes = randomBytes(size)
      await put(`2026/01/${id}.png`, bytes)
      const content = await storage.read(`2026/01/${id}.png`)
      expect((await readBytes(content))?.equals(bytes)).toBe(true)
      expect(content?.object).toMatchObject({
        size,
        contentType: 'image/png',
        etag: expect.stringMatching(/^"[^"]+"$/),
      })
      expect(await storage.head(`2026/01/${id}.png`)).toEqual(content?.object)
    })

    it('reads a part', async () => {
      const bytes = randomBytes(2_000_000)
      await put('2026/01/part.png', bytes)
      for (const [start, end] of [
        [0, 0],
        [10, 19],
        [1_999_999, 1_999_999],
        [5, 1_500_000],
      ] as const) {
        const content = await storage.read('2026/01/part.png', { start, end })
        expect((await readBytes(content))?.equals(bytes.subarray(start, end + 1))).toBe(true)
        expect(content?.object.size).toBe(bytes.length)
      }
    })

    it('reports a missing object', async () => {
      expect(await storage.read('2026/01/none.png')).toBeNull()
      expect(await storage.head('2026/01/none.png')).toBeNull()
    })

    it('deletes an object and accepts a second deletion', async () => {
      await put('2026/01/gone.png', Buffer.from('x'))
      await storage.delete('2026/01/gone.png')
      await storage.delete('2026/01/gone.png')
      expect(await storage.head('2026/01/gone.png')).toBeNull()
    })

    it('replaces an object and changes its etag', async () => {
      await put('2026/01/twice.png', Buffer.from('first'))
      const first = await storage.head('2026/01/twice.png')
      await put('2026/01/twice.png', Buffer.from('second!'))
      expect((await storage.head('2026/01/twice.png'))?.etag).not.toBe(first?.etag)
      expect(String(await readBytes(await storage.read('2026/01/twice.png')))).toBe('second!')
    })

    it('lists objects by key, page by page', async () => {
      const keys = ['l/a-b.png', 'l/a/x.png', 'l/a/y.png', 'l/a0.png', 'l/b/1/2.png', 'l/b/1/3.png', 'lb.png']
      for (const key of [...keys].reverse()) await put(key, Buffer.from(key))
      expect(await listKeys(storage, { prefix: 'l', limit: 2 })).toEqual(keys)
      const under = await storage.list({ prefix: 'l/a/' })
      expect(under).toMatchObject({ objects: [{ key: 'l/a/x.png', size: 9 }, { key: 'l/a/y.png' }], cursor: null })
    })

    it.each(['../x.png', '/x.png', 'a//b.png', 'a/../b.png', 'A.png', 'x.svg', 'x.png\n', 'x', '', '.png', 'é.png'])(
      'refuses the key %j',
      async (key) => {
        await expect(put(key, Buffer.from('x'))).rejects.toThrow(RangeError)
        await expect(storage.read(key)).rejects.toThrow(RangeError)
        await expect(storage.head(key)).rejects.toThrow(RangeError)
        await expect(storage.delete(key)).rejects.toThrow(RangeError)
      },
    )

    it('refuses a file whose length was announced wrongly and stores nothing', async () => {
      const source = join(folder, 'source')
      await writeFile(source, 'short')
      const put = storage.put('2026/01/short.png', source, 6)
      await expect(put).rejects.toMatchObject({ code: 'unavailable' })
      expect(await storage.head('2026/01/short.png')).toBeNull()
    })

    describe('with foreign objects', () => {
      beforeAll(async () => {
        for (const key of [...FOREIGN].reverse()) await drop(key, Buffer.from(`of ${key}`))
      })

      it('lists only its own objects and continues after foreign ones', async () => {
        expect(await listKeys(storage, { prefix: 'f/', limit: 1 })).toEqual(['f/3.png'])
      })

      it.each([1, 3, 100])('lists objects of any name on request, in pages of %d', async (limit) => {
        expect(await listKeys(storage, { prefix: 'f/', limit, anyName: true })).toEqual(FOREIGN)
      })

      it('copies objects of any name', async () => {
        const to = join(folder, 'copy')
        for (const key of FOREIGN) {
          expect(await storage.copy(key, { to, limit: 1000 })).toBe('complete')
          expect(await readFile(to, 'utf8')).toBe(`of ${key}`)
          expect((await storage.list({ prefix: key, anyName: true, limit: 1 })).objects).toMatchObject([
            { key, size: Buffer.byteLength(`of ${key}`) },
          ])
        }
        expect(await storage.copy('f/none.jpg', { to, limit: 1000 })).toBe('gone')
        for (const key of FOREIGN.filter((key) => !isKey(key)))
          await expect(storage.delete(key)).rejects.toThrow(RangeError)
      })

      it('refuses to copy an object that exceeds the limit', async () => {
        const to = join(folder, 'copy')
        await drop('f2/Large', randomBytes(3_000_000))
        expect(await storage.copy('f2/Large', { to, limit: 3_000_000 })).toBe('complete')
        expect(await storage.copy('f2/Large', { to, limit: 2_999_999 })).toBe('too large')
        await drop('f2/Empty', Buffer.alloc(0))
        expect(await storage.copy('f2/Empty', { to, limit: 0 })).toBe('complete')
        expect((await stat(to)).size).toBe(0)
      })
    })

    it('is ready', async () => {
      await expect(storage.ready()).resolves.toBeUndefined()
    })
  })
}

const openLocal = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hotvote-data-'))
  const close = () => rm(dataDir, { recursive: true })
  const drop = async (key: string, bytes: Buffer) => {
    const path = join(dataDir, 'media', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  return { storage: await openLocalStorage(dataDir), drop, close, dataDir }
}

storageSuite('local disk', openLocal)

const bucket = await openBucket()
if (bucket) {
  const { settings, client } = bucket
  const storage = openS3Storage(settings)
  const drop = (key: string, bytes: Buffer) =>
    client.send(new PutObjectCommand({ Bucket: settings.bucket, Key: key, Body: bytes }))
  const open = async () => ({ storage, drop, close: async () => undefined })
  storageSuite('bucket of a real S3 server', open)

  describe('storage: bucket with names that no disk has', () => {
    it('lists and copies objects with these names', async () => {
      const names = ['n//x.jpg', 'n/../x.jpg', 'n/./x.jpg', 'n/folder/']
      for (const name of names) await drop(name, Buffer.from(name))
      expect((await listKeys(storage, { prefix: 'n/', limit: 1, anyName: true })).sort()).toEqual([...names].sort())
      const to = join(await mkdtemp(join(tmpdir(), 'hotvote-copy-')), 'copy')
      for (const name of names) {
        expect(await storage.copy(name, { to, limit: 100 })).toBe('complete')
        expect(await readFile(to, 'utf8')).toBe(name)
      }
      await rm(dirname(to), { recursive: true })
    })
  })
}

describe('storage: local disk that fails', () => {
  it('is unavailable and leaves no file behind', async () => {
    const { storage, close, dataDir } = await openLocal()
    const source = join(dataDir, 'source')
    await writeFile(source, 'x')
    // A file in place of a folder fails even for root.
    await writeFile(join(dataDir, 'media', '2026'), 'in the way')
    const put = storage.put('2026/01/x.png', source, 1)
    await expect(put).rejects.toMatchObject({ code: 'unavailable' })
    const left = await readdir(join(dataDir, 'media', '.incoming'), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    await rm(join(dataDir, 'media', '.incoming'), { recursive: true })
    await expect(storage.ready()).rejects.toMatchObject({ code: 'unavailable' })
    await close()
  })

  it('refuses to write while the disk is not mounted, and recovers', async () => {
    const { storage, close, dataDir } = await openLocal()
    const inData = (name: string) => join(dataDir, name)
    const [media, away, source] = [inData('media'), inData('away'), inData('source')]
    await writeFile(source, 'x')
    await rename(media, away)
    await mkdir(media)
    await expect(storage.put('2026/01/x.png', source, 1)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(storage.ready()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await readdir(media)).toEqual([])
    await rm(media, { recursive: true })
    await rename(away, media)
    await storage.put('2026/01/x.png', source, 1)
    await storage.ready()
    await close()
  })
})
