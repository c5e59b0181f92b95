import { describe, expect, it } from 'vitest'
import { GIVE_UP, JOB_TABLE, JOBS } from '../../../test/app/job-table.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { jobsDone, withWorker } from '../../../test/app/worker.ts'
import { insertJob } from '../../platform/jobs/queue-tables.ts'
import { applyRetention } from './retention.service.ts'

const run = (app: TestApp) => applyRetention(app.deps, new AbortController().signal)
const sql = (app: TestApp, text: string, values: unknown[] = []) => app.deps.db.query<{ id: number }>({ text }, values)

describe('failed jobs of files', () => {
  it.each(['delete-files', 'read-removed', 'make-renditions'])(
    'stay queued and are retried each day: %s',
    async (task) => {
      const app = await testApp({ RETENTION_OPERATIONS_DAYS: '1' })
      await insertJob(app.deps.db, {
        name: task,
        payload: { key: 'x', keys: [], mediaId: 1 },
        key: 'a',
        delay: -86_400 * 100,
      })
      await sql(app, GIVE_UP)
      for (const [ago, state] of [
        ['23 hours', 'failed'],
        ['25 hours', 'retry'],
      ]) {
        await sql(app, `UPDATE ${JOB_TABLE} SET completed_on = now() - interval '${ago}'`)
        await run(app)
        expect(await sql(app, `SELECT state FROM ${JOBS}`)).toEqual([{ state }])
      }
      await withWorker(app)
      await jobsDone(app.deps.db)
    },
  )
})
