import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { expectError } from '../../../test/call.ts'
import { startAsOperator } from '../../../test/operator.ts'
import { testApp } from '../../../test/test-app.ts'
import { operationWhen, withWorker } from '../../../test/worker.ts'

const DELETE = 'POST /api/admin/delete-bucket-files'

it('a deletion goes on when nobody waits for it, also where its process died between two files', async () => {
  const app = await testApp()
  const keys = Array.from({ length: 120 }, (_, n) => `a/${n}.jpg`)
  await mkdir(join(app.dataDir, 'media/a'), { recursive: true })
  for (const key of keys) await writeFile(join(app.dataDir, 'media', key), 'no picture at all')
  const started = await startAsOperator(app, DELETE, { filenames: [...keys, 'a/none.jpg', 'a/none.jpg'] })
  expect(started.status, started.text).toBe(202)
  expectError(await startAsOperator(app, DELETE, { filenames: ['a/1.jpg'] }), 409, 'busy')
  for (const key of keys.slice(0, 75)) await rm(join(app.dataDir, 'media', key))
  await app.deps.db.query({ text: `UPDATE operations SET status = 'running', runs = 1, state = $1` }, [
    JSON.stringify({ done: 50, begun: 100, deleted: 50 }),
  ])
  await withWorker(app)
  const { result, progress } = await operationWhen(app, 'delete-bucket-files', ({ status }) => status === 'done')
  expect(result).toEqual({
    message: 'Deleted 120 files; 1 file could not be deleted',
    deleted: 120,
    items: 0,
    votes: 0,
    errors: [{ key: 'a/none.jpg', reason: 'There is no such file.' }],
  })
  expect(progress).toMatchObject({ done: 121, total: 121 })
  expect(await readdir(join(app.dataDir, 'media/a')).catch(() => [])).toEqual([])
})
