import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildTempName, claimTempFolder, withTempFolder } from './temp-folder.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'hotvote-temp-'))
})
afterEach(() => rm(parent, { recursive: true, maxRetries: 5 }))

const leave = async (name: string) => {
  await mkdir(join(parent, name, 'upload'), { recursive: true })
  await writeFile(join(parent, name, 'upload', 'file'), 'x')
}

it('deletes the folders of ended processes and keeps folders in use', async () => {
  const [dead, living, foreign] = [buildTempName(999_999_999), buildTempName(1), 'another-host-7']
  await Promise.all([dead, living, foreign, 'killed-container-7', buildTempName(process.pid)].map(leave))
  const longAgo = new Date(Date.now() - 25 * 60 * 60_000)
  await utimes(join(parent, 'killed-container-7'), longAgo, longAgo)
  const own = await claimTempFolder(parent)
  expect(await readdir(own)).toEqual([])
  const left = (name: string) => existsSync(join(parent, name, 'upload', 'file'))
  expect([dead, 'killed-container-7', living, foreign].map(left)).toEqual([false, false, true, true])
})

it('deletes the folder of a task after its end or failure', async () => {
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
