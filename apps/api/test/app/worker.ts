import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '@hotvote/shared/operator/operations'
import { expect } from 'vitest'
import type { Db } from '../../src/platform/db/client.ts'
import { addKeyedJob } from '../../src/platform/jobs/queue.ts'
import { startWorker, type TaskList } from '../../src/platform/jobs/worker.ts'
import { type Runners, runOperation } from '../../src/platform/operations/operation-runner.service.ts'
import { createTasks } from '../../src/tasks.ts'
import { afterUse } from './after-use.ts'
import { queryCount } from './database.ts'
import { DUE_NOW, JOBS, SILENCE } from './job-table.ts'
import { operatorCall } from './operator.ts'
import { SOON } from './soon.ts'
import { type TestApp, testApp } from './test-app.ts'

/** Counts jobs of all tasks by default. */
export const countJobs = (db: Db, ...tasks: string[]) =>
  queryCount(db, `SELECT count(*) FROM ${JOBS} WHERE task = ANY ($1) OR $1 = '{}'`, [tasks])

/** Waits until no job is left. */
export const jobsDone = (db: Db, ...tasks: string[]) => expect.poll(() => countJobs(db, ...tasks), SOON).toBe(0)

/** Options that exclude scheduled jobs, because these could change rows during a test. */
export const ON_DEMAND = { isScheduled: false, pollInterval: 100 }

/** Runs the jobs of this site, with some tasks replaced. */
export const startTestWorker = async ({ deps }: Pick<TestApp, 'deps'>, tasks: Partial<TaskList>) => {
  const worker = await startWorker(deps, { ...createTasks(deps), ...tasks }, ON_DEMAND)
  afterUse(worker.stop)
  return worker
}

/** Adds a job for a test to replace; `delay` is in seconds. */
export const addTestJob = ({ deps }: Pick<TestApp, 'deps'>, key: string, delay = 0) =>
  addKeyedJob(deps.db, { name: 'skip-mail', payload: {}, key, delay })

/** Runs jobs like a real process; `runners` replaces some operations. */
export const withWorker = async ({ deps }: TestApp, runners?: Partial<Runners>) => {
  const ownRunners = runners && {
    'run-operation': ({ id }: { id: number }, shutdown: AbortSignal) => runOperation(deps, id, { runners, shutdown }),
  }
  const worker = await startWorker(deps, { ...createTasks(deps), ...ownRunners }, ON_DEMAND)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= worker.stop()
    return stopped
  }
  afterUse(stop)
  return { stop }
}

export const appWithWorker = async (env: Record<string, string> = {}) => {
  const app = await testApp(env)
  await withWorker(app)
  return app
}

/** Makes retries due, as if their backoff had passed. */
export const afterSetback = ({ deps: { db } }: Pick<TestApp, 'deps'>) => db.query({ text: DUE_NOW })

/** Simulates a killed process: 31 seconds without heartbeats. */
export const afterSilence = async (db: Db) => {
  for (const text of [`UPDATE workers SET seen_at = seen_at - interval '31 seconds'`, SILENCE, DUE_NOW])
    await db.query({ text })
}

const ENDS = ['done', 'stopped', 'failed']

/** Polls the newest operation until it matches. Fails early if the operation has ended otherwise. */
export const operationWhen = async (
  app: { baseUrl: string },
  kind: string,
  isWanted: (operation: Operation) => boolean,
): Promise<Operation> => {
  for (;;) {
    const { body } = await operatorCall<Operation | null>(app, `GET /api/admin/operations/${kind}`)
    if (body && isWanted(body)) return body
    if (body && ENDS.includes(body.status)) throw new Error(`The work ended as ${body.status}: ${body.error}`)
    await pause(SOON.interval)
  }
}
