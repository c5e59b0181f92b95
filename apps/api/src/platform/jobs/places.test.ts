import { expect, it } from 'vitest'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { jobsDone, ON_DEMAND } from '../../../test/app/worker.ts'
import { createTasks } from '../../tasks.ts'
import { addDeletionJob, addKeyedJob, addRenditionJob, FILE_TASKS } from './queue.ts'
import { startWorker } from './worker.ts'

it('runs jobs for emails despite any number of jobs for files', async () => {
  const { deps } = await testApp()
  const { db } = deps
  const end = Promise.withResolvers<void>()
  const begun: string[] = []
  const hanging = (name: string) => () => {
    begun.push(name)
    return end.promise
  }
  const tasks = {
    ...createTasks(deps),
    ...Object.fromEntries(FILE_TASKS.map((name) => [name, hanging(name)])),
  }
  const isMailed = Promise.withResolvers<void>()
  const worker = await startWorker(deps, { ...tasks, 'skip-mail': async () => isMailed.resolve() }, ON_DEMAND)
  for (let id = 0; id < 12; id++) {
    await addKeyedJob(db, { name: 'read-removed', payload: { mediaId: id }, key: `read-removed:${id}` })
    await addDeletionJob(db, { keys: [] })
    await addRenditionJob(db, { key: `none/${id}` })
  }
  for (const name of FILE_TASKS) await expect.poll(() => begun, SOON).toContain(name)
  await addKeyedJob(db, { name: 'skip-mail', payload: {}, key: 'mail' })
  await isMailed.promise
  for (const name of FILE_TASKS) expect(begun.filter((one) => one === name).length).toBeLessThanOrEqual(2)
  end.resolve()
  await worker.stop()
})

it('starts the next job of a task as soon as the previous one ends', async () => {
  const { deps } = await testApp()
  // With a poll interval of ten seconds, 50 jobs would take minutes if each waited for a poll.
  for (let n = 0; n < 50; n++) await addDeletionJob(deps.db, { keys: [] })
  const worker = await startWorker(deps, createTasks(deps), { ...ON_DEMAND, pollInterval: 10_000 })
  await jobsDone(deps.db)
  await worker.stop()
})
