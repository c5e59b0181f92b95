import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ParsedTarEntry } from 'modern-tar'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { quickVisitor } from '../../../test/app/call.ts'
import { newDataDir, runCommand } from '../../../test/app/server-process.ts'
import { PROCESSES } from '../../../test/app/soon.ts'
import { openConnection } from '../../../test/app/template-server.ts'
import { testApp, testDatabase } from '../../../test/app/test-app.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'
import { describeError } from '../../domain/error-text.ts'
import { readArchive, readBody, UnusableBackup } from './archive-reader.ts'
import { writeArchive } from './archive-writer.ts'
import { backUp } from './backup.service.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { restoreIntoDatabase } from './restore.ts'

type Header = Pick<ParsedTarEntry['header'], 'name' | 'size' | 'type' | 'linkname'>
type Entry = { header: Header; body: Buffer }
type Parts = { entries: Entry[]; manifest: Manifest }

const signal = new AbortController().signal
let folder: string
let original: Entry[]
beforeAll(async () => {
  const app = await testApp()
  await upload(app, await quickVisitor(app), filePart(await quarters(40, 30).jpeg().toBuffer()))
  folder = newDataDir()
  const file = join(folder, 'site.tar')
  await backUp(app.deps, file, { source: 'command', signal })
  original = []
  for await (const entry of readArchive(file)) original.push({ header: entry.header, body: await readBody(entry, 1e9) })
})

const getFile = (name: string, body: Buffer = Buffer.from('bytes')): Entry => ({
  header: { name, size: body.length },
  body,
})

const craft = async (change: Crafted[0] = () => undefined, text = (manifest: unknown) => JSON.stringify(manifest)) => {
  const [manifestEntry] = original.filter(({ header }) => header.name === MANIFEST)
  const manifest: Manifest = JSON.parse(String(manifestEntry?.body))
  const parts = { entries: original.filter(({ header }) => header.name !== MANIFEST), manifest }
  change(parts)
  const entries = [...parts.entries, getFile(MANIFEST, Buffer.from(text(manifest)))]
  const file = join(folder, 'crafted.tar')
  await writeArchive(
    file,
    async (add) => {
      for (const { header, body } of entries) await add({ ...header, chunks: body.length > 0 ? [body] : [] })
    },
    { minFree: 0, signal },
  )
  return file
}

const getTable = ({ manifest }: Parts, name: string) => {
  const table = manifest.tables.find((one) => one.name === name)
  if (!table) throw new Error(name)
  return table
}
const withoutRows = (name: string) => (parts: Parts) => {
  parts.entries = parts.entries.filter(({ header }) => !header.name.startsWith(`database/${name}/`))
  getTable(parts, name).rows = 0
}
const addRows = (parts: Parts, table: string, rows: string) =>
  parts.entries.unshift(getFile(`database/${table}/000009.gz`, gzipSync(rows)))
const add = (header: Omit<Header, 'size'>) => (parts: Parts) =>
  parts.entries.push({ header: { size: 0, ...header }, body: Buffer.alloc(0) })

type Crafted = [change?: (parts: Parts) => unknown, text?: (manifest: unknown) => string]
const crafted: Record<string, Crafted> = {
  'a manifest that is no JSON': [undefined, () => '{"format": 1,'],
  'a manifest that is null': [undefined, () => 'null'],
  'a manifest of another shape': [undefined, () => '{"format": 1, "tables": {"users": "all"}}'],
  'a version with control characters': [undefined, () => '{"format": 1, "version": "\\u001b[2J"}'],
  'a file outside of the media folder': [(parts) => parts.entries.push(getFile('media/../../escaped.jpg'))],
  'a file with an absolute name': [(parts) => parts.entries.push(getFile('/tmp/escaped.jpg'))],
  'a secret outside of the data folder': [(parts) => parts.entries.push(getFile('secrets/../../escaped'))],
  'a symbolic link': [add({ name: 'media/link.jpg', type: 'symlink', linkname: '/etc/passwd' })],
  'a hard link': [add({ name: 'media/link.jpg', type: 'link', linkname: '/etc/passwd' })],
  'a folder in place of a file': [add({ name: 'media/folder.jpg', type: 'directory' })],
  'two files of one name': [
    (parts) => parts.entries.push(getFile('media/twice.jpg'), getFile('media/twice.jpg', Buffer.from('others'))),
  ],
  'a file below a file': [(parts) => parts.entries.push(getFile('media/a.jpg'), getFile('media/a.jpg/b.jpg'))],
  'a name that no disk takes': [(parts) => parts.entries.push(getFile(`media/${'long'.repeat(200)}.jpg`))],
  'rows of a table that is not named': [(parts) => parts.entries.unshift(getFile('database/pg_authid/000001.gz'))],
  'a table that does not exist': [
    ({ manifest }) => manifest.tables.push({ name: 'x"; DROP TABLE users; --', columns: ['id'], rows: 0 }),
  ],
  'a column that does not exist': [(parts) => getTable(parts, 'users').columns.push("x) FROM PROGRAM 'id'; --")],
  'a sequence that does not exist': [({ manifest }) => manifest.sequences.push({ name: "x'); --", lastValue: 1 })],
  'a sequence beyond its end': [
    ({ manifest }) => manifest.sequences.push({ name: 'users_id_seq', lastValue: Number.MAX_SAFE_INTEGER }),
  ],
  'no migrations': [({ manifest }) => manifest.migrations.splice(0)],
  'rows that are not compressed': [(parts) => parts.entries.unshift(getFile('database/users/000009.gz'))],
  'rows that are cut off': [
    (parts) => parts.entries.unshift(getFile('database/users/000009.gz', gzipSync('1\tx').subarray(0, -6))),
  ],
  'rows with a wrong number of values': [(parts) => addRows(parts, 'users', '1\t2\n')],
  'fewer rows than it says': [
    (parts) => {
      getTable(parts, 'users').rows += 1
    },
  ],
  'items without their owner': [withoutRows('users')],
  'a row twice': [
    (parts) => {
      const [users] = parts.entries.filter(({ header }) => header.name.startsWith('database/users/'))
      if (users) parts.entries.unshift(getFile('database/users/000009.gz', users.body))
      getTable(parts, 'users').rows *= 2
    },
  ],
}

const SENTENCE = /^[^\n]{10,500}$/
const NOT_A_SENTENCE = /Error:|undefined|\.ts:|node:/

const inDatabase = `SELECT nspname AS name FROM pg_namespace WHERE nspname IN ('drizzle', 'pgboss')
  UNION ALL SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
  UNION ALL SELECT extname FROM pg_extension WHERE extname <> 'plpgsql'`

it.each(Object.keys(crafted))('refuses %s in one sentence and leaves nothing in database and store', async (what) => {
  const file = await craft(...(crafted[what] ?? []))
  const { url: databaseUrl, drop } = await testDatabase('template0')
  afterUse(drop)
  const dataDir = newDataDir()
  const target = { dataDir, s3: undefined, secret: undefined, databaseUrl, signal }
  const failure = await restoreIntoDatabase(file, target).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UnusableBackup)
  expect(describeError(failure)).toMatch(SENTENCE)
  expect(describeError(failure)).not.toMatch(NOT_A_SENTENCE)
  const { query, end } = await openConnection(databaseUrl)
  expect(await query(inDatabase).finally(end)).toEqual([])
  expect(readdirSync(dataDir)).toEqual([])
})

describe('pnpm restore', PROCESSES, () => {
  it.each(['a table that does not exist', 'two files of one name', 'items without their owner'])(
    'exits with 1 and leaves no data folder after %s',
    async (what) => {
      const parent = newDataDir()
      const file = await craft(...(crafted[what] ?? []))
      const { code, out, err } = await runCommand('restore', [file], { DATA_DIR: join(parent, 'data') })
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err.trimEnd()).toMatch(SENTENCE)
      expect(err).not.toMatch(NOT_A_SENTENCE)
      expect(readdirSync(parent)).toEqual([])
    },
  )

  it('leaves an empty data folder empty when the disk is full', async () => {
    const DATA_DIR = newDataDir()
    const file = await craft(({ manifest }) => {
      manifest.databaseSize = Number.MAX_SAFE_INTEGER
    })
    const { code, err } = await runCommand('restore', [file], { DATA_DIR })
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('has no room for it') })
    expect(readdirSync(DATA_DIR)).toEqual([])
  })
})
