import type { Session } from '@hotvote/shared/visitor/sessions'
import { PgBoss } from 'pg-boss'
import { expect } from 'vitest'
import { createTasks } from '../../src/tasks.ts'
import { afterUse } from '../app/after-use.ts'
import { call, type Reply, readCookie } from '../app/call.ts'
import { DUE_NOW } from '../app/job-table.ts'
import { ownPort } from '../app/server-process.ts'
import { newSessionId, type TestApp, testApp } from '../app/test-app.ts'
import { linkIn, type MailServer, startMailServer } from './mail-server.ts'

type Asker = { sessionId: string; cookie: string }
export type Site = { app: TestApp; mailbox: MailServer }

export const VERIFY = '/api/auth/verify'
export const newAddress = () =>
  `${newSessionId()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, 'x')}@example.com`

export const askToSave = (app: { baseUrl: string }, { cookie, sessionId }: Asker, email: string) =>
  call<{ message: string }>(app, 'POST /api/auth/send-magic-link', {
    cookie,
    body: { email, username: '', sessionId },
  })
export const askToLogIn = (app: { baseUrl: string }, email: string, headers: Record<string, string> = {}) =>
  call<{ message: string }>(app, 'POST /api/auth/login-existing', { body: { email }, headers })

export const tokenTo = async ({ app, mailbox }: Site, email: string) => {
  await sendDueMail(app)
  const link = new URL(linkIn(await mailbox.next(email)))
  return link.searchParams.get('token') ?? ''
}

export const openLink = (app: { baseUrl: string }, token: string, cookie = '') =>
  call(app, `GET ${VERIFY}?token=${token}`, { cookie, headers: { accept: 'text/html,*/*;q=0.8' } })

export const pressButton = (app: { baseUrl: string }, token: string, headers: Record<string, string> = {}) =>
  call(app, `POST ${VERIFY}`, {
    body: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
  })

const FORWARD = /^\/\?verified=true&session=([\w-]{32})(?:&left-behind=true)?$/
export const codeIn = (reply: Reply) => {
  expect(reply.status, reply.text).toBe(303)
  expect(reply.headers.location).toMatch(FORWARD)
  return FORWARD.exec(reply.headers.location ?? '')?.[1] ?? ''
}
export const readSessionCookie = (reply: Reply) =>
  readCookie(reply)
    .split('; ')
    .find((pair) => /^(__Host-)?hv_session=/.test(pair)) ?? ''

export const exchange = (app: { baseUrl: string }, sessionId: string, cookie: string) =>
  call<Session>(app, 'POST /api/session', { body: { sessionId, username: '' }, cookie })

export const arrive = async (app: { baseUrl: string }, used: Reply) => {
  const reply = await exchange(app, codeIn(used), readSessionCookie(used))
  expect(reply.status, reply.text).toBe(200)
  return { ...reply.body, cookie: readSessionCookie(reply) }
}

/** The session continues in the same browser. */
export const saveAs = async (site: Site, visitor: Asker, email = newAddress()) => {
  expect((await askToSave(site.app, visitor, email)).status).toBe(200)
  return arrive(site.app, await pressButton(site.app, await tokenTo(site, email)))
}

export const logInAs = async (site: Site, email: string) => {
  expect((await askToLogIn(site.app, email)).status).toBe(200)
  return arrive(site.app, await pressButton(site.app, await tokenTo(site, email)))
}

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
