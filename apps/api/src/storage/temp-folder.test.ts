import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SOON } from '../../test/soon.ts'
import { claimTempFolder, tempNameOf, withTempFolder } from './temp-folder.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'hotvote-temp-'))
})
afterEach(() => rm(parent, { recursive: true, maxRetries: 5 }))

const leave = async (name: string) => {
  await mkdir(join(parent, name, 'upload'), { recursive: true })
  await writeFile(join(parent, name, 'upload', 'file'), 'x')
}

it('is emptied of what ended processes left, but not of what others still use', async () => {
  // No process has this number; process 1 always lives.
  const [dead, living, foreign] = [tempNameOf(999_999_999), tempNameOf(1), 'another-host-7']
  // Of containers that share the name of their host, and the numbers of their processes with it.
  const namesakes = [`${hostname()}-${process.pid}`, `${hostname()}-999999999`]
  await Promise.all([dead, living, foreign, ...namesakes, tempNameOf(process.pid)].map(leave))
  const own = await claimTempFolder(parent)
  expect(await readdir(own)).toEqual([])
  expect(existsSync(join(parent, dead))).toBe(false)
  for (const kept of [living, foreign, ...namesakes])
    expect(existsSync(join(parent, kept, 'upload', 'file')), kept).toBe(true)
})

it('is looked after: what another machine left goes an hour after its last sign of life', async () => {
  const stop = new AbortController()
  await Promise.all(['killed-container-7', 'another-container-7'].map(leave))
  await claimTempFolder(parent, { every: 10, signal: stop.signal })
  const left = () => existsSync(join(parent, 'killed-container-7'))
  expect(left()).toBe(true)
  const longAgo = new Date(Date.now() - 61 * 60_000)
  await utimes(join(parent, 'killed-container-7'), longAgo, longAgo)
  await expect.poll(left, SOON).toBe(false)
  expect(existsSync(join(parent, 'another-container-7', 'upload', 'file'))).toBe(true)
  stop.abort()
})

it('lends a folder that is gone afterwards, also after a failure', async () => {
  const folders: string[] = []
  const work = async (folder: string) => {
    folders.push(folder)
    await writeFile(join(folder, 'file'), 'x')
    if (folders.length === 2) throw new Error('no')
    return 'done'
  }
  expect(await withTempFolder(parent, work)).toBe('done')
  await expect(withTempFolder(parent, work)).rejects.toThrow('no')
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false])
})
