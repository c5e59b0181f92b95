import { PgBoss } from 'pg-boss'
import { createTasks } from '../../src/tasks.ts'
import { afterUse } from '../app/after-use.ts'
import { DUE_NOW } from '../app/job-table.ts'
import { ownPort } from '../app/ports.ts'
import { type TestApp, testApp } from '../app/test-app.ts'
import { startMailServer } from './mail-server.ts'

export const openMailbox = async () => {
  const server = await startMailServer(await ownPort())
  afterUse(server.stop)
  return server
}

export const appWithMail = async (env: Record<string, string> = {}) => {
  const mailbox = await openMailbox()
  return { mailbox, app: await testApp({ SMTP_URL: mailbox.url, ...env }) }
}

/** `now` also makes retries due. */
export const sendDueMail = async ({ deps }: TestApp, { now = false } = {}) => {
  if (now) await deps.db.query({ text: DUE_NOW })
  const task = 'send-mail'
  const send = createTasks(deps)[task]
  const boss = new PgBoss({ db: { executeSql: (text, values) => deps.db.pool.query(text, values) } })
  for (;;) {
    const [job] = await boss.fetch(task)
    if (!job) return
    await send(job.data as never, new AbortController().signal).then(
      () => boss.deleteJob(task, job.id),
      (failure) => boss.fail(task, job.id, failure),
    )
  }
}
