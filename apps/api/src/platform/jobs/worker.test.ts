import { expect, it } from 'vitest'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { addTestJob, countJobs, jobsDone, startTestWorker } from '../../../test/app/worker.ts'
import { queueErasure } from '../../features/media/erasure.service.ts'
import { withTx } from '../db/client.ts'
import { addKeyedJob } from './queue.ts'
import { removeJob } from './queue-tables.ts'
import type { TaskList } from './worker.ts'

it('runs one job of a scheduled task at a time', async () => {
  const app = await testApp()
  const { db } = app.deps
  const begun: (() => void)[] = []
  const isMailed = Promise.withResolvers<void>()
  const tasks: Partial<TaskList> = {
    'erase-media': () => new Promise<void>((end) => begun.push(end)),
    'skip-mail': async () => isMailed.resolve(),
  }
  for (let n = 0; n < 2; n++) await startTestWorker(app, tasks)
  await queueErasure(db)
  await expect.poll(() => begun.length, SOON).toBe(1)
  for (let n = 0; n < 3; n++) await queueErasure(db)
  await addTestJob(app, 'later')
  await isMailed.promise
  expect(begun).toHaveLength(1)
  begun[0]?.()
  await expect.poll(() => begun.length, SOON).toBe(2)
  begun[1]?.()
  await jobsDone(db)
  expect(begun).toHaveLength(2)
})

it('adds one job per key when its transaction commits', async () => {
  const { deps } = await testApp()
  const { db, log } = deps
  const failed = withTx({ db, log }, async (tx) => {
    await addKeyedJob(tx, { name: 'skip-mail', payload: {}, key: 'undone' })
    throw new Error('undone')
  })
  await expect(failed).rejects.toThrow('undone')
  await Promise.all([1, 2, 3].map((delay) => addTestJob({ deps }, 'one', delay * 3600)))
  expect(await countJobs(db)).toBe(1)
  expect(await removeJob(db, 'skip-mail', 'one')).toBe(true)
  expect(await removeJob(db, 'skip-mail', 'one')).toBe(false)
  expect(await countJobs(db)).toBe(0)
})
