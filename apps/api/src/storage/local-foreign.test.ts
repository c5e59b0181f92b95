import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterUse } from '../../test/after-use.ts'
import { openLocalStorage } from './local.ts'
import type { Storage } from './storage.ts'

const open = async (window?: number) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hotvote-data-'))
  afterUse(() => rm(dataDir, { recursive: true }))
  const drop = async (key: string, bytes: string) => {
    const path = join(dataDir, 'media', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  return { storage: await openLocalStorage(dataDir, window), drop, dataDir }
}

const keysOf = async (storage: Storage, limit: number) => {
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await storage.list({ prefix: '', cursor, limit, foreign: true })
    seen.push(...page.objects.map(({ key }) => key))
    cursor = page.cursor
  } while (cursor)
  return seen
}

describe('foreign files on the local disk', () => {
  it('follows no link out of its folder, and waits for no pipe', async () => {
    const { storage, drop, dataDir } = await open()
    const outside = join(dataDir, 'secret')
    await mkdir(outside)
    await writeFile(join(outside, 'x.JPG'), 'secret')
    await drop('Real.JPG', 'real')
    const root = join(dataDir, 'media')
    await symlink(join(outside, 'x.JPG'), join(root, 'Link.JPG'))
    await symlink(outside, join(root, 'linked'))
    await symlink(root, join(root, 'round'))
    execFileSync('mkfifo', [join(root, 'Pipe')])
    expect(await keysOf(storage, 10)).toEqual(['Real.JPG'])
    const to = join(dataDir, 'copy')
    for (const key of ['Link.JPG', 'linked/x.JPG', 'round/Real.JPG', 'Pipe', 'linked'])
      expect([key, await storage.copy(key, { to, limit: 100 })]).toEqual([key, 'unreadable'])
    for (const key of ['../secret/x.JPG', 'a/../../secret/x.JPG', '/etc/passwd', '.', '', 'a\0b', '.incoming/x'])
      await expect(storage.copy(key, { to, limit: 100 })).rejects.toThrow(RangeError)
  })

  it('finds names that are no text', async () => {
    const { storage, dataDir } = await open()
    const names = [[0x61, 0xff, 0x2e, 0x6a], [0xe9, 0x2e, 0x4a], [...Buffer.from('a\\xFF.j')]].map((bytes) =>
      Buffer.from(bytes),
    )
    const root = Buffer.from(join(dataDir, 'media/'))
    for (const name of names) await writeFile(Buffer.concat([root, name]), name)
    const keys = await keysOf(storage, 1)
    expect(keys.sort()).toEqual(['\\xE9.J', 'a\\x5CxFF.j', 'a\\xFF.j'])
    const to = join(dataDir, 'copy')
    const copies = []
    for (const key of keys) {
      expect(await storage.copy(key, { to, limit: 100 })).toBe('complete')
      copies.push((await readFile(to)).toString('latin1'))
    }
    expect(copies.sort()).toEqual(names.map((name) => name.toString('latin1')).sort())
  })

  it('lists a long folder in the order of names, whatever the disk says', async () => {
    // More than two windows of names, which the list reads one after the other.
    const { storage, drop, dataDir } = await open(2000)
    const names = Array.from({ length: 4500 }, (_, i) => `Flat/${String(i).padStart(5, '0')}`)
    await drop('Flat/99999', '')
    for (const name of [...names].reverse()) writeFileSync(join(dataDir, 'media', name), '')
    expect(await keysOf(storage, 700)).toEqual([...names, 'Flat/99999'])
  })

  it('has no name for what lies outside of it, however that is written', async () => {
    const { storage, drop, dataDir } = await open()
    const copy = { to: join(dataDir, 'copy'), limit: 100 }
    await drop('folder/Real.JPG', 'real')
    await writeFile(join(dataDir, 'secret.JPG'), 'secret')
    for (const key of [
      'folder/\\x2E\\x2E\\x2F\\x2E\\x2E\\x2Fsecret.JPG',
      '\\x2E\\x2E/secret.JPG',
      'folder/\\x2E\\x2E/Real.JPG',
    ])
      expect(await storage.copy(key, copy), key).toBe('gone')
    const name = '\\x2E\\x2E\\x2Fsecret.JPG'
    await drop(name, 'its own')
    const [found] = await keysOf(storage, 10)
    expect(found).toBe('\\x5Cx2E\\x5Cx2E\\x5Cx2Fsecret.JPG')
    expect(await storage.copy(found ?? '', copy)).toBe('complete')
    expect(await readFile(copy.to, 'utf8')).toBe('its own')
  })
})
