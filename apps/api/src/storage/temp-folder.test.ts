import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimTempFolder, withTempFolder } from './temp-folder.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'hotvote-temp-'))
})
afterEach(() => rm(parent, { recursive: true }))

const leave = async (name: string) => {
  await mkdir(join(parent, name, 'upload'), { recursive: true })
  await writeFile(join(parent, name, 'upload', 'file'), 'x')
}

it('is emptied of what ended processes left, but not of what others still use', async () => {
  // No process has this number; process 1 always lives.
  const [dead, living, foreign] = [`${hostname()}-999999999`, `${hostname()}-1`, 'another-host-7']
  await Promise.all([dead, living, foreign, `${hostname()}-${process.pid}`].map(leave))
  const own = await claimTempFolder(parent)
  expect(await readdir(own)).toEqual([])
  expect(existsSync(join(parent, dead))).toBe(false)
  expect(existsSync(join(parent, living, 'upload', 'file'))).toBe(true)
  expect(existsSync(join(parent, foreign, 'upload', 'file'))).toBe(true)
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
