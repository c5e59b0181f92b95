import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app/test-app.ts'
import { createTasks } from '../../tasks.ts'

const app = await testApp()

const buildPath = (key: string) => join(app.dataDir, 'media', key)
const deleteFiles = (keys: string[]) => createTasks(app.deps)['delete-files']({ keys }, new AbortController().signal)

describe('a file that the store does not delete', () => {
  it('is retried and does not block other files of its job', async () => {
    const keys = Array.from({ length: 30 }, (_, n) => `a/${n}.jpg`)
    const [locked = '', ...others] = keys
    await mkdir(join(buildPath(locked), 'inside'), { recursive: true })
    for (const key of others) await writeFile(buildPath(key), 'bytes')
    await expect(deleteFiles(keys)).rejects.toMatchObject({ code: 'unavailable' })
    expect(others.filter((key) => existsSync(buildPath(key)))).toEqual([])
    await rm(buildPath(locked), { recursive: true })
    await writeFile(buildPath(locked), 'bytes')
    await deleteFiles(keys)
    expect(existsSync(buildPath(locked))).toBe(false)
  })
})
