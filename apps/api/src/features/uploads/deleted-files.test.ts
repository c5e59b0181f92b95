import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quickVisitor } from '../../../test/call.ts'
import { newItems } from '../../../test/items.ts'
import { testApp } from '../../../test/test-app.ts'
import { afterTrashDays } from '../../../test/trash.ts'
import { throwAway } from '../../../test/waiting-items.ts'
import { tasksOf } from '../../tasks.ts'

const app = await testApp()

const pathOf = (key: string) => join(app.dataDir, 'media', key)
const deleteFiles = (keys: string[]) => tasksOf(app.deps)['delete-files']({ keys }, new AbortController().signal)

describe('a file that the store does not delete', () => {
  it('keeps no other of its job from being deleted, and is tried again', async () => {
    const keys = Array.from({ length: 30 }, (_, n) => `a/${n}.jpg`)
    const [locked = '', ...others] = keys
    await mkdir(join(pathOf(locked), 'inside'), { recursive: true })
    for (const key of others) await writeFile(pathOf(key), 'bytes')
    await expect(deleteFiles(keys)).rejects.toMatchObject({ code: 'unavailable' })
    expect(others.filter((key) => existsSync(pathOf(key)))).toEqual([])
    await rm(pathOf(locked), { recursive: true })
    await writeFile(pathOf(locked), 'bytes')
    await deleteFiles(keys)
    expect(existsSync(pathOf(locked))).toBe(false)
  })
})

it('the files of many items are deleted by jobs of which none has many', async () => {
  const { id } = await quickVisitor(app)
  await throwAway(app, await newItems(app, id, 450))
  const moved = `UPDATE media SET original_key = 'trash/${'a'.repeat(32)}/' || original_key`
  await app.deps.db.query({ text: moved })
  await afterTrashDays(app)
  const jobs = await app.deps.db.query<{ keys: string[] }>({
    text: `SELECT payload->'keys' AS keys FROM graphile_worker._private_jobs WHERE payload->'keys' IS NOT NULL`,
  })
  expect(new Set(jobs.flatMap(({ keys }) => keys)).size).toBe(900)
  for (const { keys } of jobs) expect(keys.length).toBeLessThanOrEqual(200)
})
