import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '@hotvote/shared/operator/operations'
import type { Db } from '../../src/platform/db/client.ts'
import { startWorker } from '../../src/platform/jobs/worker.ts'
import { type Runners, runOperation } from '../../src/platform/operations/operation-runner.service.ts'
import { createTasks } from '../../src/tasks.ts'
import { afterUse } from './after-use.ts'
import { DUE_NOW, SILENCE } from './job-table.ts'
import { operatorCall } from './operator.ts'
import { SOON } from './soon.ts'
import { type TestApp, testApp } from './test-app.ts'

/** Not the jobs of the schedule: a test would see rows swept and rules applied that none of its own steps asked for. */
export const ON_DEMAND = { isScheduled: false, pollInterval: 0.5 }

/** Runs the jobs of a test app, but for those of the schedule, as the process that serves it would; `runners` stand in for those of some kinds. */
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

/** A test app that does its jobs, too. */
export const appWithWorker = async (env: Record<string, string> = {}) => {
  const app = await testApp(env)
  await withWorker(app)
  return app
}

/** As if the pause after a setback of long work were over. */
export const afterSetback = ({ deps: { db } }: Pick<TestApp, 'deps'>) => db.query({ text: DUE_NOW })

/** As if a process that was killed had been silent for half a minute: its jobs are free for others. */
export const afterSilence = async (db: Db) => {
  for (const text of [`UPDATE workers SET seen_at = seen_at - interval '31 seconds'`, SILENCE, DUE_NOW])
    await db.query({ text })
}

const ENDS = ['done', 'stopped', 'failed']

/** Looks at the newest work of a kind until it is as wanted; what ended otherwise will not be. */
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
