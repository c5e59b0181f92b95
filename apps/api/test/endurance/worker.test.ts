import { expect, it } from 'vitest'
import { afterUse } from '../app/after-use.ts'
import { JOB_TABLE, JOBS, SILENCE } from '../app/job-table.ts'
import { SOON } from '../app/soon.ts'
import { openConnection } from '../app/template-server.ts'
import { testApp, testDatabase } from '../app/test-app.ts'
import { addTestJob, jobsDone, startTestWorker } from '../app/worker.ts'
import { openFaultProxy } from '../chaos/fault-proxy.ts'

it('stops during an endless job and leaves the job to the next process', async () => {
  const app = await testApp()
  const begun = Promise.withResolvers<void>()
  const worker = await startTestWorker(app, {
    'skip-mail': () => {
      begun.resolve()
      return new Promise(() => undefined)
    },
  })
  await addTestJob(app, 'one')
  await begun.promise
  await worker.stop()
  await startTestWorker(app, {})
  await jobsDone(app.deps.db)
})

it('continues after the end of a job could not be recorded', async () => {
  const app = await testApp()
  const { db } = app.deps
  await db.query({
    text: `
CREATE SEQUENCE refusals;
CREATE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('refusals'); RAISE EXCEPTION 'not now'; END $$;
CREATE TRIGGER refuse_end BEFORE DELETE ON ${JOB_TABLE} FOR EACH ROW EXECUTE FUNCTION refuse_end()`,
  })
  let begun = 0
  await startTestWorker(app, { 'skip-mail': async () => ++begun })
  await addTestJob(app, 'one')
  const refusals = () => db.query({ text: 'SELECT FROM refusals WHERE is_called' })
  await expect.poll(refusals, SOON).toHaveLength(1)
  expect(begun).toBe(1)
  // Dropping the trigger would lock each partition and deadlock with the worker.
  await db.query({
    text: 'CREATE OR REPLACE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$',
  })
  await addTestJob(app, 'two')
  await expect.poll(() => begun, SOON).toBe(2)
  await db.query({ text: SILENCE })
  await jobsDone(db)
  expect(begun).toBe(3)
})

it('runs a job after its lease was lost in a broken connection', async () => {
  const { url } = await testDatabase()
  const { searchParams, port, pathname } = new URL(url)
  const proxy = await openFaultProxy({ path: `${searchParams.get('host')}/.s.PGSQL.${port}` })
  const app = await testApp({
    DATABASE_URL: `postgresql://postgres@127.0.0.1:${proxy.port}${pathname}`,
    DATABASE_STATEMENT_TIMEOUT: '3000',
    DATABASE_CONNECTIONS: '40',
  })
  const direct = await openConnection(url)
  afterUse(direct.end)
  // A transaction would see one snapshot of the activity.
  const watching = await openConnection(url)
  afterUse(watching.end)
  let done = 0
  await startTestWorker(app, { 'skip-mail': async () => ++done })
  await addTestJob(app, 'one', 5)
  // The worker must poll before its answers get lost; later it may have no free connection.
  await direct.query(`BEGIN; LOCK TABLE ${JOB_TABLE} IN EXCLUSIVE MODE`)
  const asking = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%''skip-mail''%SKIP LOCKED%'`
  await expect.poll(() => watching.query(asking), SOON).toHaveLength(1)
  proxy.fail({ how: 'lose answers' })
  await direct.query('COMMIT')
  const taken = () => direct.query(`SELECT FROM ${JOBS} WHERE state = 'active'`)
  await expect.poll(taken, SOON).toHaveLength(1)
  proxy.work()
  await direct.query(SILENCE)
  await expect.poll(() => direct.query(`SELECT FROM ${JOBS}`), SOON).toEqual([])
  expect(done).toBe(1)
})
