import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/call.ts'
import { operatorCall, startAsOperator } from '../../../test/operator.ts'
import { quarters } from '../../../test/pictures.ts'
import { testApp } from '../../../test/test-app.ts'
import { filePart, upload } from '../../../test/upload.ts'
import { operationWhen, withWorker } from '../../../test/worker.ts'

const DELETE = 'POST /api/admin/delete-bucket-files'

it('a deletion goes on when nobody waits for it, also where its process died between two files', async () => {
  const app = await testApp()
  const dropped = Array.from({ length: 119 }, (_, n) => `a/${n}.jpg`)
  await mkdir(join(app.dataDir, 'media/a'), { recursive: true })
  for (const key of dropped) await writeFile(join(app.dataDir, 'media', key), 'no picture at all')
  const picture = filePart(await quarters(90, 60).jpeg().toBuffer())
  const { id, url } = (await upload(app, await quickVisitor(app), picture)).body
  const keys = [...dropped.slice(0, 60), url.replace('/media/', ''), ...dropped.slice(60)]
  const started = await startAsOperator(app, DELETE, { filenames: [...keys, 'a/none.jpg', 'a/none.jpg'] })
  expect(started.status, started.text).toBe(202)
  expectError(await startAsOperator(app, DELETE, { filenames: ['a/1.jpg'] }), 409, 'busy')
  // The killed process had begun the second step.
  for (const key of dropped.slice(0, 75)) await rm(join(app.dataDir, 'media', key))
  expect((await operatorCall(app, `DELETE /api/admin/media/${id}`)).status).toBe(204)
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

it('a deletion whose process died between two files, and that is stopped, ends the step and says what is gone', async () => {
  const app = await testApp()
  const keys = Array.from({ length: 60 }, (_, n) => `a/${n}.jpg`)
  await mkdir(join(app.dataDir, 'media/a'), { recursive: true })
  for (const key of keys.slice(20)) await writeFile(join(app.dataDir, 'media', key), 'no picture at all')
  await startAsOperator(app, DELETE, { filenames: keys })
  await app.deps.db.query({
    text: `UPDATE operations SET status = 'running', runs = 1, state = '{"begun": 50}'`,
  })
  await operatorCall(app, 'POST /api/admin/operations/delete-bucket-files/stop')
  await withWorker(app)
  const { result } = await operationWhen(app, 'delete-bucket-files', ({ status }) => status === 'stopped')
  expect(result).toMatchObject({ message: 'Deleted 50 files', deleted: 50, errors: [] })
  expect(await readdir(join(app.dataDir, 'media/a'))).toHaveLength(10)
})
