import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '@hotvote/shared/operations'
import type { Db } from '../src/db/client.ts'
import { startWorker, type TaskList } from '../src/jobs/worker.ts'
import { type Runners, runOperation } from '../src/operations/operation-runner.service.ts'
import { tasksOf } from '../src/tasks.ts'
import { afterUse } from './after-use.ts'
import { operatorCall } from './operator.ts'
import { SOON } from './soon.ts'
import { type TestApp, testApp } from './test-app.ts'

/**
 * The tasks without what the schedule adds: a test that runs when its minute comes would see days written down, rows swept and
 * rules applied that none of its own steps asked for.
 */
export const unscheduled = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: object, shutdown: AbortSignal) => '_cron' in payload || task(payload as never, shutdown),
    ]),
  ) as TaskList

/** Runs the jobs of a test app, but for those of the schedule, as the process that serves it would; `runners` stand in for those of some kinds. */
export const withWorker = async ({ deps }: TestApp, runners?: Partial<Runners>) => {
  const tasks = unscheduled(tasksOf(deps))
  const worker = await startWorker(deps, {
    ...tasks,
    ...(runners && {
      'run-operation': ({ id }, shutdown) => runOperation(deps, id, { runners: runners as Runners, shutdown }),
    }),
  })
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
export const afterSetback = async ({ deps: { db } }: Pick<TestApp, 'deps'>) => {
  await db.query({ text: `UPDATE operations SET heartbeat_at = heartbeat_at - interval '11 minutes'` })
  await db.query({ text: 'UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL' })
}

/** As if a process that was killed had been silent for half a minute: what it was at is free for others. */
export const afterSilence = async (db: Db) => {
  for (const text of [
    `UPDATE workers SET seen_at = seen_at - interval '31 seconds'`,
    `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '31 seconds', run_at = now()`,
    `UPDATE operations SET created_at = created_at - interval '31 seconds', heartbeat_at = heartbeat_at - interval '31 seconds'`,
  ])
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
