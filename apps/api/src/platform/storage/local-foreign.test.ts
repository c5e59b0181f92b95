import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { openLocalStorage } from './local.ts'
import type { Storage } from './storage.ts'

const open = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hotvote-data-'))
  afterUse(() => rm(dataDir, { recursive: true }))
  const drop = async (key: string, bytes: string) => {
    const path = join(dataDir, 'media', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  return { storage: await openLocalStorage(dataDir), drop, dataDir }
}

const listKeys = async (storage: Storage, limit: number) => {
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await storage.list({ prefix: '', cursor, limit, anyName: true })
    seen.push(...page.objects.map(({ key }) => key))
    cursor = page.cursor
  } while (cursor)
  return seen
}

describe('foreign files on the local disk', () => {
  it('are read without following links out of the folder or waiting for pipes', async () => {
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
    expect(await listKeys(storage, 10)).toEqual(['Real.JPG'])
    const to = join(dataDir, 'copy')
    for (const key of ['Link.JPG', 'Pipe', 'linked'])
      expect([key, await storage.copy(key, { to, limit: 100 })]).toEqual([key, 'unreadable'])
    for (const key of ['../secret/x.JPG', 'a/../../secret/x.JPG', '/etc/passwd', '.', '', 'a\0b', '.incoming/x'])
      await expect(storage.copy(key, { to, limit: 100 })).rejects.toThrow(RangeError)
  })
})
