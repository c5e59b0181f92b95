import { runOnce, Logger as WorkerLogger } from 'graphile-worker'
import { expect } from 'vitest'
import { tasksOf } from '../src/tasks.ts'
import { afterUse } from './after-use.ts'
import { countOf } from './counts.ts'
import { startMailServer } from './mail-server.ts'
import { ownPort } from './ports.ts'
import { SOON } from './soon.ts'
import { type TestApp, testApp } from './test-app.ts'

/** A mail server that is gone after its use. */
export const openMailbox = async () => {
  const server = await startMailServer(await ownPort())
  afterUse(server.stop)
  return server
}

/** A test app, and the mail server that it sends by. */
export const appWithMail = async (env: Record<string, string> = {}) => {
  const mailbox = await openMailbox()
  return { mailbox, app: await testApp({ SMTP_URL: mailbox.url, ...env }) }
}

const silent = new WorkerLogger(() => () => undefined)

/**
 * Does the mail jobs that are due, one after the other, and returns when none is left that is. `now` makes those due
 * that wait for their next attempt.
 */
export const sendDueMail = async ({ deps }: TestApp, { now = false } = {}) => {
  if (now) await deps.db.query({ text: 'UPDATE graphile_worker._private_jobs SET run_at = now()' })
  const send = tasksOf(deps)['send-mail']
  await runOnce({
    pgPool: deps.db.pool,
    noHandleSignals: true,
    logger: silent,
    taskList: { 'send-mail': async (payload) => void (await send(payload as never, new AbortController().signal)) },
  })
  // It returns before the last job is crossed off.
  const taken = 'SELECT count(*) FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL'
  await expect.poll(() => countOf(deps.db, taken), SOON).toBe(0)
}
