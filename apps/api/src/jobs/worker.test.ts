import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SOON } from '../../test/soon.ts'
import { testApp } from '../../test/test-app.ts'
import { unscheduled } from '../../test/worker.ts'
import { tasksOf } from '../tasks.ts'
import { addKeyedJob } from './queue.ts'
import { startWorker } from './worker.ts'

const REFUSE_ENDS = `
CREATE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
CREATE TRIGGER refuse_end BEFORE DELETE OR UPDATE OF last_error ON graphile_worker._private_jobs
FOR EACH ROW EXECUTE FUNCTION refuse_end()`

it('stops, too, while a job does not end', async () => {
  const { deps } = await testApp()
  const begun = Promise.withResolvers<void>()
  const worker = await startWorker(deps, {
    ...unscheduled(tasksOf(deps)),
    'mail-nobody': () => {
      begun.resolve()
      return new Promise(() => undefined)
    },
  })
  await addKeyedJob(deps.db, { name: 'mail-nobody', payload: {}, key: 'one' })
  await begun.promise
  await worker.stop()
  // It is another process's once this one has been silent for half a minute.
  expect(await deps.db.query({ text: 'SELECT FROM workers' })).toHaveLength(1)
})

it('takes jobs again after the ends of several could not be written', async () => {
  const { deps } = await testApp()
  const begun: (() => void)[] = []
  let done = 0
  const worker = await startWorker(deps, {
    ...unscheduled(tasksOf(deps)),
    'mail-nobody': async () => {
      await new Promise<void>((end) => begun.push(end))
      done++
    },
  })
  const add = () => addKeyedJob(deps.db, { name: 'mail-nobody', payload: {}, key: randomUUID() })
  for (let i = 0; i < 6; i++) await add()
  await expect.poll(() => begun.length, SOON).toBe(6)
  await deps.db.query({ text: REFUSE_ENDS })
  // Not all in one statement.
  for (const end of begun) {
    end()
    await pause(2)
  }
  await expect.poll(() => done, SOON).toBe(6)
  await deps.db.query({ text: 'DROP TRIGGER refuse_end ON graphile_worker._private_jobs' })
  await add()
  await expect.poll(() => begun.length, SOON).toBeGreaterThan(6)
  for (const end of begun) end()
  await worker.stop()
})
