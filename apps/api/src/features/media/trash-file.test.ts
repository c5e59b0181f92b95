import { expect, it } from 'vitest'
import { quickVisitor } from '../../../test/call.ts'
import { operatorCall } from '../../../test/operator.ts'
import { newPicture } from '../../../test/takedown-cases.ts'
import { testApp } from '../../../test/test-app.ts'
import { filePart, upload } from '../../../test/upload.ts'
import type { Tasks } from '../../jobs/queue.ts'
import { tasksOf } from '../../tasks.ts'

it('a picture in the trash is shown also when its files are moved just before they are read', async () => {
  // Without a worker: the files are moved when this test says so.
  const app = await testApp()
  const { db, storage } = app.deps
  const bytes = await newPicture().png().toBuffer()
  const { body: item } = await upload(app, await quickVisitor(app), filePart(bytes))
  expect((await operatorCall(app, `DELETE /api/admin/media/${item.id}`)).status).toBe(204)
  const [job] = await db.query<{ payload: Tasks['put-away'] }>({
    text: `SELECT payload FROM graphile_worker._private_jobs WHERE key LIKE 'put-away:%'`,
  })
  if (!job) throw new Error('No job moves the files.')
  const moveFiles = () => tasksOf(app.deps)['put-away'](job.payload, new AbortController().signal)
  const { read } = storage
  const readOnceMoved: typeof read = async (...given) => {
    Object.assign(storage, { read })
    await moveFiles()
    return read(...given)
  }
  Object.assign(storage, { read: readOnceMoved })
  const shown = await operatorCall(app, `GET /api/admin/trash/${item.id}/thumbnail`)
  expect(shown.status, shown.text).toBe(200)
  expect(storage.read).toBe(read)
})
