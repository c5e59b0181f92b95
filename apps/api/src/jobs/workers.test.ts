import { expect, it } from 'vitest'
import { afterUse } from '../../test/after-use.ts'
import { openFaultProxy } from '../../test/chaos/fault-proxy.ts'
import { countOf } from '../../test/counts.ts'
import { SOON } from '../../test/soon.ts'
import { openConnection } from '../../test/template-server.ts'
import { testApp, testDatabase } from '../../test/test-app.ts'
import { unscheduled, withWorker } from '../../test/worker.ts'
import { queueErasure } from '../features/media/erasure.service.ts'
import { tasksOf } from '../tasks.ts'
import { addDeletionJob, addKeyedJob } from './queue.ts'
import { startWorker } from './worker.ts'

const JOBS = 'SELECT task_identifier AS task, attempts FROM graphile_worker.jobs'

it('of a dead process nothing stays that another job has taken the place of', async () => {
  const app = await testApp()
  const { db } = app.deps
  const add = () => addKeyedJob(db, { name: 'mail-nobody', payload: {}, key: 'one' })
  await add()
  await addDeletionJob(db, { keys: [] })
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

/** `direct`: past the proxy. */
const behindProxy = async (env: Record<string, string> = {}) => {
  const { url } = await testDatabase()
  const { searchParams, port, pathname } = new URL(url)
  const proxy = await openFaultProxy({ path: `${searchParams.get('host')}/.s.PGSQL.${port}` })
  const app = await testApp({ DATABASE_URL: `postgresql://postgres@127.0.0.1:${proxy.port}${pathname}`, ...env })
  const direct = await openConnection(url)
  afterUse(direct.end)
  return { proxy, app, direct }
}

it('what was taken while the answer was lost is done all the same, and nothing twice that is under way', async () => {
  // What never answers is given up.
  const { proxy, app, direct } = await behindProxy({
    DATABASE_CONNECT_TIMEOUT: '2500',
    DATABASE_STATEMENT_TIMEOUT: '5000',
  })
  const begun: string[] = []
  const underWay = Promise.withResolvers<void>()
  const worker = await startWorker(app.deps, {
    ...unscheduled(tasksOf(app.deps)),
    'read-removed': async ({ mediaId: userId }) => {
      begun.push(`job ${userId}`)
      if (userId === 1) await underWay.promise
    },
  })
  afterUse(() => {
    underWay.resolve()
    return worker.stop()
  })
  const add = (userId: number) =>
    direct.query(
      `SELECT graphile_worker.add_job('read-removed', '{"mediaId":${userId}}', queue_name => 'queue ${userId}')`,
    )
  const locks = () =>
    direct.query(
      `SELECT payload->>'mediaId' AS id, jobs.locked_at FROM graphile_worker.jobs JOIN graphile_worker._private_jobs USING (id)
      WHERE task_identifier = 'read-removed' AND jobs.locked_by IS NOT NULL ORDER BY 1`,
    )
  const asking = () =>
    direct.query(
      `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%_private_jobs as jobs%skip locked%'`,
    )
  await add(1)
  await expect.poll(() => begun, SOON).toEqual(['job 1'])
  // The worker has asked for it before its answers get lost: later, it might have no connection left to ask on.
  await direct.query('BEGIN')
  await direct.query('LOCK TABLE graphile_worker._private_jobs')
  await add(2)
  await expect.poll(asking, SOON).not.toEqual([])
  proxy.fail({ how: 'lose answers' })
  await direct.query('COMMIT')
  await expect.poll(locks, SOON).toHaveLength(2)
  proxy.work()
  await direct.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '31 seconds' WHERE locked_by IS NOT NULL`,
  )
  const [first] = await locks()
  await expect.poll(() => begun, SOON).toEqual(['job 1', 'job 2'])
  await expect.poll(locks, SOON).toEqual([first])
  underWay.resolve()
  await expect.poll(locks, SOON).toEqual([])
})

it('a connection that breaks while the worker ends does not end the process', async () => {
  const { proxy, app, direct } = await behindProxy()
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  afterUse(() => process.off('unhandledRejection', note))
  const worker = await startWorker(app.deps, unscheduled(tasksOf(app.deps)))
  const listening = () =>
    direct.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    )
  await expect.poll(listening, SOON).toHaveLength(1)
  const [first] = await listening()
  proxy.fail({ how: 'delay', milliseconds: 1000 })
  await direct.query('SELECT pg_terminate_backend($1)', [first?.pid])
  // It listens again, on another connection, and waits for the answer.
  await expect.poll(async () => (await listening()).some(({ pid }) => pid !== first?.pid), SOON).toBe(true)
  const stopped = worker.stop()
  proxy.fail({ how: 'refuse' })
  proxy.work()
  await stopped
  const answers = () => app.deps.db.query({ text: 'SELECT' }).then(Boolean, () => false)
  await expect.poll(answers, SOON).toBe(true)
  expect(unhandled).toEqual([])
})

it('what a living process has been at for hours stays its own', async () => {
  const { deps } = await testApp()
  const { db } = deps
  const [begun, underWay] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const worker = await startWorker(deps, {
    ...unscheduled(tasksOf(deps)),
    'erase-media': () => {
      begun.resolve()
      return underWay.promise
    },
  })
  afterUse(() => {
    underWay.resolve()
    return worker.stop()
  })
  await queueErasure(db)
  await begun.promise
  const tables = ['jobs', 'job_queues'].map((name) => `graphile_worker._private_${name}`)
  for (const table of tables)
    await db.query({
      text: `UPDATE ${table} SET locked_at = now() - interval '239 minutes' WHERE locked_by IS NOT NULL`,
    })
  for (const table of tables) {
    const young = `SELECT count(*) FROM ${table} WHERE locked_at > now() - interval '1 hour'`
    await expect.poll(() => countOf(db, young), SOON).toBe(1)
  }
})

it('of a task of the schedule one job runs at a time, however often it is asked for meanwhile', async () => {
  const { deps } = await testApp()
  const { db } = deps
  const begun: (() => void)[] = []
  const isMailed = Promise.withResolvers<void>()
  const worker = await startWorker(deps, {
    ...unscheduled(tasksOf(deps)),
    'erase-media': () => new Promise<void>((end) => begun.push(end)),
    'mail-nobody': async () => isMailed.resolve(),
  })
  afterUse(() => {
    for (const end of begun) end()
    return worker.stop()
  })
  await queueErasure(db)
  await expect.poll(() => begun.length, SOON).toBe(1)
  for (let n = 0; n < 3; n++) await queueErasure(db)
  await addKeyedJob(db, { name: 'mail-nobody', payload: {}, key: 'later' })
  await isMailed.promise
  expect(begun).toHaveLength(1)
  begun[0]?.()
  // What was asked for meanwhile is done by one more.
  await expect.poll(() => begun.length, SOON).toBe(2)
  begun[1]?.()
  await expect.poll(() => db.query({ text: JOBS }), SOON).toEqual([])
  expect(begun).toHaveLength(2)
})
