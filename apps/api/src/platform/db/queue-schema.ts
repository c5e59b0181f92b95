import { createRequire } from 'node:module'
import type pg from 'pg'
import { PgBoss, type Queue } from 'pg-boss'
import { taskNames } from '../../domain/task-names.ts'

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

/** Retry delays are short, because visitors are waiting for these emails. */
const MAIL_OPTIONS = { ...OPTIONS, retryDelayMax: 60, retryLimit: 10_000 }
/** The retry limit is high, because operations count their own failures. */
const OPERATION_OPTIONS = { ...OPTIONS, retryDelayMax: 60, retryLimit: 10_000 }
const OPTIONS_OF: Partial<Record<string, typeof OPTIONS>> = {
  'send-mail': MAIL_OPTIONS,
  'run-operation': OPERATION_OPTIONS,
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
