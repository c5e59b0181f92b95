import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { quickVisitor } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { JOBS } from '../../../test/app/job-table.ts'
import { listAudit } from '../../../test/app/operator.ts'
import { newDataDir, runCommand } from '../../../test/app/server-process.ts'
import { PROCESSES, SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'
import { lockBackups } from '../../platform/db/backup-lock.ts'
import { createTasks } from '../../tasks.ts'
import { deleteUnusedFromBucket } from '../bucket/bucket-deletion.service.ts'
import { readArchive, readBody } from './archive-reader.ts'
import { writeArchive } from './archive-writer.ts'
import { backUp } from './backup.service.ts'
import { copyDatabase } from './database-copy.ts'
import { MANIFEST } from './manifest.ts'
import { addMediaFiles } from './media-files.ts'
import { verifyBackup } from './verify.ts'

/** PostgreSQL's ReadyForQuery message outside a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/**
 * Cuts each connection after the answer to `statement`.
 * @returns the proxied database URL
 */
const cutAfter = async (databaseUrl: string, statement: string) => {
  const { searchParams, port, pathname } = new URL(databaseUrl)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect({ path: `${searchParams.get('host')}/.s.PGSQL.${port}` })
    for (const [socket, other] of [[client, upstream] as const, [upstream, client] as const]) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
    let isLast = false
    let [asked, answered] = [Buffer.alloc(0), Buffer.alloc(0)]
    client.on('data', (bytes) => {
      asked = Buffer.concat([asked.subarray(-statement.length), bytes])
      isLast ||= asked.includes(`${statement}\0`)
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      answered = Buffer.concat([answered.subarray(-READY.length), bytes])
      client.write(bytes)
      if (isLast && answered.subarray(-READY.length).equals(READY)) client.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterUse(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return `postgresql://postgres@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`
}

const signal = new AbortController().signal
const options = { source: 'command', signal } as const
const verify = (file: string) => verifyBackup(file, signal)

let app: TestApp
let folder: string
let file: string
beforeAll(async () => {
  app = await testApp()
  folder = newDataDir()
  file = join(folder, 'site.tar')
  const jpeg = await quarters(40, 30).jpeg().toBuffer()
  await upload(app, await quickVisitor(app), filePart(jpeg))
  writeFileSync(join(app.dataDir, 'media', 'Not of an item.JPG'), jpeg)
  writeFileSync(join(app.dataDir, 'media', 'empty.jpg'), '')
  utimesSync(join(app.dataDir, 'media', 'empty.jpg'), -86_400, -86_400)
  await backUp(app.deps, file, options)
})

const withLock = async (work: () => Promise<void>) => {
  const client = new pg.Client(app.deps.config.databaseUrl)
  await client.connect()
  await expect.poll(() => lockBackups(client), SOON).toBe(true)
  await work().finally(() => client.end())
}

const withManifest = async (change: (manifest: Record<string, unknown>) => unknown) => {
  const changed = join(folder, 'changed.tar')
  await writeArchive(
    changed,
    async (add) => {
      for await (const entry of readArchive(file)) {
        const body = await readBody(entry, 1e9)
        const bytes =
          entry.header.name === MANIFEST ? Buffer.from(JSON.stringify(change(JSON.parse(String(body))))) : body
        await add({ name: entry.header.name, size: bytes.length, chunks: [bytes] })
      }
    },
    { minFree: 0, signal },
  )
  return changed
}

describe('a backup', () => {
  it('contains the files of items, and its audit entry names no folder', async () => {
    const names: string[] = []
    for await (const { header } of readArchive(file)) names.push(header.name)
    expect(names).toEqual(expect.arrayContaining(['media/empty.jpg', 'manifest.json']))
    expect(names).not.toContain('media/Not of an item.JPG')
    const manifest = await verify(file)
    expect(manifest).toMatchObject({ format: 1, store: 'disk', createdAt: expect.stringContaining('T') })
    expect(manifest.tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'votes', 'audit_log']))
    const [entry] = (await listAudit(app)).filter(({ event }) => event === 'backup')
    expect(entry?.context).toMatchObject({
      source: 'command',
      users: 1,
      media: 1,
      files: names.filter((name) => name.startsWith('media/')).length,
    })
    expect(JSON.stringify(entry)).not.toContain(folder)
  })

  it("contains the site's secrets but no rate limits", async () => {
    const secrets = ['secret', 'admin-password'].map((name) => join(app.dataDir, name))
    const given = [app.deps.config.secret, 'from before it was a setting']
    for (const [index, path] of secrets.entries()) writeFileSync(path, `${given[index]}\n`)
    const made = join(folder, 'secrets.tar')
    await backUp(app.deps, made, options)
    for (const path of secrets) rmSync(path)
    const entries: string[] = []
    for await (const { header } of readArchive(made)) entries.push(header.name)
    expect(entries.filter((name) => name.startsWith('secrets/'))).toEqual(['secrets/secret'])
    expect((await verify(made)).tables.map(({ name }) => name)).not.toContain('rate_limits')
  })

  it.each([0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999, 1])('is refused with one changed bit at %d of it', async (place) => {
    const bytes = readFileSync(file)
    const offset = Math.floor((bytes.length - 1) * place)
    bytes.writeUInt8(bytes.readUInt8(offset) ^ 4, offset)
    const damaged = join(folder, 'damaged.tar')
    writeFileSync(damaged, bytes)
    await expect(verify(damaged)).rejects.toThrow(/damaged|not a backup/)
  })

  it.each([0, 1, 511, 512, 5000, -1, -512, -2000])('is refused when cut at byte %d', async (length) => {
    const cut = join(folder, 'cut.tar')
    writeFileSync(cut, readFileSync(file).subarray(0, length))
    await expect(verify(cut)).rejects.toThrow('is not a backup of HotVote, or only the beginning of one')
  })

  it('is refused when HotVote did not write it', async () => {
    await expect(verify(folder)).rejects.toThrow('cannot be read')
    await expect(verify(join(folder, 'nothing'))).rejects.toThrow('cannot be read')
    await expect(verify(new URL(import.meta.url).pathname)).rejects.toThrow('is not a backup of HotVote')
  })

  it('is refused with advice when it is newer than this version', async () => {
    const format = await withManifest((manifest) => ({ ...manifest, format: 2, version: '9.0.0' }))
    await expect(verify(format)).rejects.toThrow('made by a newer version of HotVote (9.0.0). Upgrade first.')
    const schema = await withManifest(({ migrations, ...rest }) => ({
      ...rest,
      migrations: [...(migrations as object[]), { name: '9999_tomorrow', when: Date.now() * 2 }],
    }))
    await expect(verify(schema)).rejects.toThrow(/newer schema \(9999_tomorrow, HotVote .*\) than this version/)
  })

  it('changes nothing when it is refused', PROCESSES, async () => {
    const damaged = join(folder, 'damaged.tar')
    writeFileSync(damaged, readFileSync(file).subarray(0, -1))
    const DATA_DIR = join(newDataDir(), 'untouched')
    const refused = await runCommand('restore', [damaged], { DATA_DIR })
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('not a backup') })
    expect(readdirSync(join(DATA_DIR, '..'))).toEqual([])
    expect(await runCommand('restore', [file, '--check'], {})).toMatchObject({
      code: 0,
      out: expect.stringMatching(/1 users/),
    })
    expect(await runCommand('backup', [], {})).toMatchObject({ code: 1, err: 'Usage: pnpm backup FILE\n' })
    expect((await runCommand('backup', [join(DATA_DIR, 'x.tar')], { DATA_DIR })).err).toContain('DATA_DIR')
    for (const name of ['backup', 'restore', 'migrate', 'checkup'] as const)
      expect(await runCommand(name, ['--help'], {})).toMatchObject({
        code: 0,
        out: expect.stringContaining(`pnpm ${name}`),
      })
  })

  it('leaves no file when it is stopped or the disk is full', async () => {
    const aborted = AbortSignal.abort(new Error('stopped'))
    const target = join(folder, 'none.tar')
    await expect(backUp(app.deps, target, { ...options, signal: aborted })).rejects.toThrow('stopped')
    const config = { ...app.deps.config, minFree: Number.MAX_SAFE_INTEGER }
    await expect(backUp({ ...app.deps, config }, target, options)).rejects.toThrow('has no room')
    expect(readdirSync(folder).filter((name) => name.includes('none'))).toEqual([])
  })

  it('fails when its database connection is lost', async () => {
    const databaseUrl = await cutAfter(app.deps.config.databaseUrl, 'COMMIT')
    const config = { ...app.deps.config, databaseUrl }
    const lost = backUp({ ...app.deps, config }, join(folder, 'lost.tar'), options)
    await expect(lost).rejects.toThrow(/connection|terminated/i)
    expect(readdirSync(folder).filter((name) => name.includes('lost'))).toEqual([])
  })

  it('runs one at a time and delays the deletion of files', async () => {
    // The file has no item, so it may be deleted while a backup runs.
    const key = 'of-a-deleted-item.jpg'
    const path = join(app.dataDir, 'media', key)
    writeFileSync(path, 'bytes')
    const remove = createTasks(app.deps)['delete-files']
    await withLock(async () => {
      await expect(backUp(app.deps, join(folder, 'second.tar'), options)).rejects.toThrow('Another backup')
      await remove({ keys: [key] }, signal)
      const unused = join(app.dataDir, 'media', 'unused.jpg')
      writeFileSync(unused, 'bytes')
      expect(await deleteUnusedFromBucket(app.deps, ['unused.jpg'], { requestId: '', ip: '', name: 'admin' })).toBe(1)
      expect(existsSync(unused)).toBe(true)
      expect(readFileSync(path).length).toBeGreaterThan(0)
    })
    const waiting = `SELECT count(*) FROM ${JOBS} WHERE key LIKE 'after-backup:%' AND due_at > created_at`
    expect(await queryCount(app.deps.db, waiting)).toBe(1)
    await remove({ keys: [key] }, signal)
    expect(() => readFileSync(path)).toThrow('ENOENT')
  })
})

/** Creates a folder that other accounts can read, unlike the temporary folder of a test run. */
const readableFolder = () => {
  const folder = mkdtempSync('/tmp/hotvote-readable-')
  afterUse(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755)
  return folder
}

/** Drops root privileges, because root can read every file. */
const asUnprivilegedUser = async <T>(work: () => Promise<T>): Promise<T> => {
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

it.each(['', '2026', '2026/11'])('fails when the folder "%s" of items cannot be read', async (folder) => {
  const root = readableFolder()
  mkdirSync(join(root, 'media', '2026', '11'), { recursive: true })
  mkdirSync(join(root, 'media', 'lost+found'), { mode: 0 })
  writeFileSync(join(root, 'media', '2026', '11', 'photo.jpg'), 'bytes')
  const add = () => asUnprivilegedUser(() => addMediaFiles(root, async () => undefined))
  await add()
  chmodSync(join(root, 'media', folder), 0)
  await expect(add()).rejects.toThrow('EACCES')
})

it('contains all rows or none when a reset runs at the same time', async () => {
  const { db, config } = app.deps
  const client = new pg.Client(config.databaseUrl)
  await client.connect()
  const other = await db.pool.connect()
  await other.query('SET lock_timeout = 10')
  const refused: unknown[] = []
  const empty = () => other.query('TRUNCATE users CASCADE').catch((failure) => refused.push(failure.code))
  const { tables } = await copyDatabase(client, async () => {
    await empty()
  })
  await client.end()
  await other.query('RESET lock_timeout')
  other.release()
  expect(refused.length).toBeGreaterThan(1)
  expect(new Set(refused)).toEqual(new Set(['55P03']))
  expect(tables.find(({ name }) => name === 'users')?.rows).toBe(1)
})
