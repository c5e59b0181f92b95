import { expect, it } from 'vitest'
import { SOON } from '../../test/soon.ts'
import { testApp } from '../../test/test-app.ts'
import { withWorker } from '../../test/worker.ts'
import { addJob, addKeyedJob } from './queue.ts'

const JOBS = 'SELECT task_identifier AS task, attempts FROM graphile_worker.jobs'

it('of a dead process nothing stays that another job has taken the place of', async () => {
  const app = await testApp()
  const { db } = app.deps
  const add = () => addKeyedJob(db, { name: 'mail-nobody', payload: {}, key: 'one' })
  await add()
  await addJob(db, 'delete-files', { keys: [] })
  await db.query({
    text: `UPDATE graphile_worker._private_jobs SET locked_by = 'dead', locked_at = now() - interval '31 seconds',
             last_error = 'an earlier one', attempts = CASE WHEN key IS NULL THEN max_attempts ELSE 1 END`,
  })
  await add()
  expect(await db.query({ text: JOBS })).toHaveLength(3)
  await withWorker(app)
  // What was tried as often as it may be, and for good, stays to be seen.
  await expect.poll(() => db.query({ text: JOBS }), SOON).toEqual([{ task: 'delete-files', attempts: 25 }])
})
