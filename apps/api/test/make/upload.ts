import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import { describe, expect, it } from 'vitest'
import { incomingFiles } from '../../src/platform/storage/local.ts'
import { call } from '../app/call.ts'
import type { TestApp } from '../app/test-app.ts'
import { jobsDone } from '../app/worker.ts'
import { quarters } from './pictures.ts'

export const renditionsMade = ({ deps }: Pick<TestApp, 'deps'>) => jobsDone(deps.db, 'make-renditions')

/** Optional folder with real media beside the repository. */
export const REAL_MEDIA = fileURLToPath(new URL('../../../../../shared/media', import.meta.url))
const isHere = existsSync(REAL_MEDIA)

export const realMediaIn = (folder: string) =>
  isHere ? readdirSync(join(REAL_MEDIA, folder)).map((name) => `${folder}/${name}`) : []

/** Skips the tests if the media are missing. */
export const describeRealMedia = (title: string, tests: () => void) =>
  isHere ? describe(title, tests) : it(title, ({ skip }) => skip(`there is no ${REAL_MEDIA}`))

const BOUNDARY = 'x-hotvote-test-boundary'

/** `head` follows `form-data` in the part's header. */
export type Part = { head: string; bytes: Buffer | string; type?: string }

const partBytes = ({ head, bytes, type }: Part) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n`),
    Buffer.from(type ? `Content-Type: ${type}\r\n\r\n` : '\r\n'),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])

export const formHeaders = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
export const closing = `--${BOUNDARY}--\r\n`

/** Does not validate the parts. */
export const buildForm = (parts: Part[]) => Buffer.concat([...parts.map(partBytes), Buffer.from(closing)])

export const userPart = (id: number): Part => ({ head: 'name="userId"', bytes: String(id) })
export const filePart = (bytes: Buffer | string, name = 'photo.jpg', type = 'image/jpeg'): Part => ({
  head: `name="file"; filename="${name}"`,
  bytes,
  type,
})

type Sender = { id: number; cookie: string; headers?: Record<string, string> }

const send = (app: Pick<TestApp, 'baseUrl'>, body: Buffer | string, { cookie, headers }: Partial<Sender>) =>
  call<UploadedMedia>(app, 'POST /api/media/upload', {
    body,
    headers: { ...formHeaders, 'content-length': String(Buffer.byteLength(body)), ...headers },
    ...(cookie !== undefined && { cookie }),
  })

export const sendForm = (app: TestApp, body: Buffer | string, cookie?: string) =>
  send(app, body, { ...(cookie !== undefined && { cookie }) })

/** Uploads as the web app does. `headers` may contain an `Idempotency-Key`. */
export const upload = (app: Pick<TestApp, 'baseUrl'>, sender: Sender, file: Part) =>
  send(app, buildForm([userPart(sender.id), file]), sender)

/** Ignores folders that are removed during the listing. */
const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const paths = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : []
  })
  return (await Promise.all(paths)).flat()
}

/** Counts rows, stored objects and temporary files. Files in progress don't count as objects. */
export const countTraces = async ({ deps, dataDir }: TestApp) => {
  const rows = await deps.db.query<{ status: string }>({ text: 'SELECT status FROM media' })
  const incoming = await filesIn(incomingFiles(dataDir))
  const stored = (await filesIn(join(dataDir, 'media'))).filter((path) => !path.startsWith(incomingFiles(dataDir)))
  return {
    rows: rows.length,
    ready: rows.filter(({ status }) => status === 'ready').length,
    objects: stored.length,
    temporary: incoming.length + (await filesIn(join(dataDir, 'tmp'))).length,
  }
}

export const expectNoTrace = async (app: TestApp, act: () => Promise<unknown>) => {
  const before = await countTraces(app)
  await act()
  expect(await countTraces(app)).toEqual(before)
}

export const storedFile = (app: TestApp, url: string) => readFile(join(app.dataDir, url.slice(1)))

/** A valid PNG of `size` bytes: decoders ignore the padding. */
export const paddedPng = async (size: number) => Buffer.concat([await quarters(8, 8).png().toBuffer()], size)

/** The storage key in an item's address. */
export const readKey = (url: string) => url.replace(/^\/media\//, '')

/** Sorted storage keys of all items. */
export const listRowKeys = async ({ deps }: Pick<TestApp, 'deps'>) => {
  const rows = await deps.db.query<{ key: string }>({
    text: 'SELECT unnest(ARRAY[original_key, display_key, thumb_key, medium_key, small_key, share_key]) AS key FROM media',
  })
  return rows.flatMap(({ key }) => key ?? []).sort()
}
