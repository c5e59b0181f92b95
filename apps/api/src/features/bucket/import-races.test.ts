import type { ImportResult } from '@hotvote/shared/bucket'
import { expect, it } from 'vitest'
import { quickVisitor } from '../../../test/call.ts'
import { waitingForLocks } from '../../../test/hold.ts'
import { operatorCall } from '../../../test/operator.ts'
import { quarters } from '../../../test/pictures.ts'
import { renditionsMade } from '../../../test/renditions.ts'
import { SOON } from '../../../test/soon.ts'
import { filePart, tracesOf, upload } from '../../../test/upload.ts'
import { appWithWorker } from '../../../test/worker.ts'
import { tasksOf } from '../../tasks.ts'

const signal = new AbortController().signal

it('an import makes no item of an original that is deleted while it makes the smaller files again', async () => {
  const app = await appWithWorker()
  const { db, storage } = app.deps
  await upload(app, await quickVisitor(app), filePart(await quarters(90, 60).png().toBuffer()))
  await renditionsMade(app)
  const [item] = await db.query<{ key: string }>({ text: 'SELECT original_key AS key FROM media' })
  const key = item?.key ?? ''
  await operatorCall(app, 'POST /api/admin/reset-database')
  const { put, delete: deleteFile } = storage
  let deletion: Promise<unknown> = Promise.resolve()
  storage.put = async (...args) => {
    const looked = Promise.withResolvers<void>()
    // It has found no item that uses the file, and takes until the import adds one.
    storage.delete = async (deleted) => {
      looked.resolve()
      if (deleted === key) await expect.poll(() => waitingForLocks(db), SOON).toBe(1)
      return deleteFile(deleted)
    }
    deletion = Promise.resolve(tasksOf(app.deps)['delete-files']({ keys: [key] }, signal))
    await looked.promise
    await put(...args)
  }
  const { body } = await operatorCall<ImportResult>(app, 'POST /api/admin/import-media')
  await deletion
  expect(body).toMatchObject({ imported: 0, errors: [] })
  await renditionsMade(app)
  expect(await tracesOf(app)).toMatchObject({ rows: 0 })
})
