import { expect, it } from 'vitest'
import { countOf } from '../../test/counts.ts'
import { SOON } from '../../test/soon.ts'
import { testApp } from '../../test/test-app.ts'
import { unscheduled } from '../../test/worker.ts'
import { tasksOf } from '../tasks.ts'
import { addDeletionJob, addKeyedJob, addRenditionJob, FILE_TASKS } from './queue.ts'
import { startWorker } from './worker.ts'

it('no mail waits for work on files, however much of it there is', async () => {
  const { deps } = await testApp()
  const { db } = deps
  const end = Promise.withResolvers<void>()
  const begun: string[] = []
  const hanging = (name: string) => () => {
    begun.push(name)
    return end.promise
  }
  const tasks = {
    ...unscheduled(tasksOf(deps)),
    ...Object.fromEntries(FILE_TASKS.map((name) => [name, hanging(name)])),
  }
  const isMailed = Promise.withResolvers<void>()
  const worker = await startWorker(deps, { ...tasks, 'mail-nobody': async () => isMailed.resolve() })
  for (let id = 0; id < 12; id++) {
    await addKeyedJob(db, { name: 'read-removed', payload: { mediaId: id }, key: `read-removed:${id}` })
    await addDeletionJob(db, { keys: [] })
    await addRenditionJob(db, { id, key: 'none' })
  }
  // Two of each at a time, if not all drew the same queue.
  for (const name of FILE_TASKS) await expect.poll(() => begun, SOON).toContain(name)
  await addKeyedJob(db, { name: 'mail-nobody', payload: {}, key: 'mail' })
  await isMailed.promise
  for (const name of FILE_TASKS) expect(begun.filter((one) => one === name).length).toBeLessThanOrEqual(2)
  end.resolve()
  await worker.stop()
})

it('the next job of a queue does not wait for the next round of looks once the one before has ended', async () => {
  const { deps } = await testApp()
  const worker = await startWorker(deps, unscheduled(tasksOf(deps)))
  const text = `
    SELECT graphile_worker.add_job('read-removed', '{"mediaId": 0}', queue_name => 'read-removed-0') FROM generate_series(1, 800)`
  await deps.db.query({ text })
  // With a pause of up to two seconds before each, they took longer.
  await expect.poll(() => countOf(deps.db, 'SELECT count(*) FROM graphile_worker.jobs'), SOON).toBe(0)
  await worker.stop()
})
