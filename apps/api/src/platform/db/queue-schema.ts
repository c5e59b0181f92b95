import { createRequire } from 'node:module'
import type pg from 'pg'
import { PgBoss, type Queue } from 'pg-boss'
import { FILE_TASKS, taskNames } from '../../domain/task-names.ts'

const {
  pgboss: { schema },
} = createRequire(import.meta.url)('pg-boss/package.json')

export const QUEUE_SCHEMA = 'pgboss'
export const QUEUE_VERSION: number = schema

const DAY = 24 * 60 * 60

/** Retries for about three days. Another process retries the job after 30 seconds without a heartbeat. */
const OPTIONS: Omit<Queue, 'name'> = {
  policy: 'short',
  retryLimit: 24,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: DAY / 4,
  heartbeatSeconds: 30,
  expireInSeconds: DAY,
  deleteAfterSeconds: 0,
}

/** In practice without a limit. */
const PERSISTENT = { ...OPTIONS, retryLimit: 10_000 }
/** Short delays, because people wait for these jobs. Emails and operations decide themselves when they end. */
const PROMPT = { ...PERSISTENT, retryDelayMax: 60 }
const OPTIONS_OF: Partial<Record<string, typeof OPTIONS>> = {
  ...Object.fromEntries(FILE_TASKS.map((task) => [task, PERSISTENT])),
  'send-mail': PROMPT,
  'run-operation': PROMPT,
}

export const migrateQueue = async (client: pg.ClientBase) => {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  const boss = new PgBoss({ db, schema: QUEUE_SCHEMA, supervise: false, schedule: false })
  const failures: unknown[] = []
  boss.on('error', (failure) => failures.push(failure))
  try {
    await boss.start()
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of taskNames) if (!known.has(name)) await boss.createQueue(name, OPTIONS_OF[name] ?? OPTIONS)
  } finally {
    await boss.stop({ graceful: false })
  }
}
