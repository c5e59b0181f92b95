import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer } from '@hotvote/shared/contract'
import type { overview } from '@hotvote/shared/operator/overview'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { queryCount } from '../../../test/app/database.ts'
import { DELETE_JOBS, JOB_TABLE, JOBS } from '../../../test/app/job-table.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { countJobs, ON_DEMAND } from '../../../test/app/worker.ts'
import { appWithMail, sendDueMail } from '../../../test/fakes/mailbox.ts'
import { createTasks } from '../../tasks.ts'
import { withTx } from '../db/client.ts'
import { startWorker } from '../jobs/worker.ts'
import { renderMail } from './layout.ts'
import { type QueuedMail, queueMail } from './queue-mail.ts'

const LINK = 'https://hot.example/api/auth/verify?token=abcDEF-123&x=1'
const WORDS = { subject: 'Your link', title: 'Hello', paragraphs: ['Press it.'], button: { label: 'Go', url: LINK } }

const { app, mailbox } = await appWithMail({ PUBLIC_URL: 'http://hot.example:8443' })
beforeEach(async () => {
  mailbox.become('ok')
  await app.deps.db.query({ text: DELETE_JOBS })
})

const jobs = () => countJobs(app.deps.db, 'send-mail')
const aMail = (changes: Partial<QueuedMail> = {}, { deps } = app): QueuedMail => ({
  to: 'ada@example.com',
  ...renderMail(deps.brands.of(undefined), WORDS),
  ...changes,
})
const queue = (changes: Partial<QueuedMail> = {}, target = app) =>
  withTx(target.deps, (tx) => queueMail(target.deps, tx, aMail(changes, target)))
const during = async (act: () => Promise<unknown>) => {
  const before = [mailbox.all().length, mailbox.recipients().length] as const
  await act()
  return { taken: mailbox.all().length - before[0], named: mailbox.recipients().length - before[1] }
}

describe('a queued email', () => {
  it("is delivered once from the site's address as text and HTML", async () => {
    await queue({ to: 'one@example.com' })
    const { taken, named } = await during(async () => {
      await sendDueMail(app)
      await sendDueMail(app, { now: true })
    })
    expect({ taken, named }).toEqual({ taken: 1, named: 1 })
    const mail = await mailbox.next('one@example.com')
    expect(mail).toMatchObject({
      recipients: ['one@example.com'],
      from: { name: 'HotVote', address: 'no-reply@hot.example' },
      to: [{ name: '', address: 'one@example.com' }],
      subject: 'Your link',
      messageId: expect.stringMatching(/^<[\w-]{36}@hot\.example>$/),
    })
    expect(mail.text).toContain(`Go:\n${LINK}\n`)
    expect(mail.html).toContain(`href="${LINK.replace('&', '&amp;')}"`)
    expect(await jobs()).toBe(0)
  })

  it('is sent only if its transaction commits', async () => {
    const failed = withTx(app.deps, async (tx) => {
      await queueMail(app.deps, tx, aMail())
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await jobs()).toBe(0)
  })

  it('is stored encrypted in the database', async () => {
    await queue({ to: 'secret.person@example.com' })
    const [row] = await app.deps.db.query<{ all: string }>({
      text: `SELECT jsonb_agg(job)::text AS all FROM ${JOBS}`,
    })
    const sealed = row?.all.match(/"sealed": "([^"]+)"/)?.[1] ?? ''
    expect(sealed).toMatch(/^[\w-]{200,}$/)
    for (const text of [row?.all, Buffer.from(sealed, 'base64url').toString('latin1')])
      expect(text).not.toMatch(/secret|person|example|token|abcDEF|Your link/)
  })

  it('is not sent when changed or encrypted with another secret', async () => {
    await queue()
    await app.deps.db.query({
      text: `UPDATE ${JOB_TABLE} SET data = jsonb_set(data, '{id}', '"another"')`,
    })
    expect(await during(() => sendDueMail(app))).toEqual({ taken: 0, named: 0 })
    expect(await jobs()).toBe(0)
  })

  it('is sent even if the clock of the process is ahead', async () => {
    await queue({ lifetime: 15 * 60_000 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 })
    afterUse(vi.useRealTimers)
    expect(await during(() => sendDueMail(app))).toEqual({ taken: 1, named: 1 })
  })

  it('is dropped once its link has expired', async () => {
    await queue({ lifetime: -1 })
    expect(await during(() => sendDueMail(app))).toEqual({ taken: 0, named: 0 })
    expect(await jobs()).toBe(0)
    expect((await listAudit(app)).at(-1)).toMatchObject({
      event: 'MAIL_NOT_DELIVERED',
      context: { reason: 'too late' },
    })
  })

  it('is not sent to an invalid address or to several addresses', async () => {
    const hostile = [
      'v@x.test,a@y.test',
      'a@x.test\r\nBcc: v@z.test',
      'a b@x.test',
      '<a@x.test>',
      'Ada <a@x.test>',
      'g: a@x.test, b@y.test;',
      '"u@evil.test"@ok.test',
      'a@x.test\u0000',
      `${'a'.repeat(300)}@x.test`,
      '',
    ]
    for (const to of hostile) await queue({ to })
    expect(await during(() => sendDueMail(app))).toEqual({ taken: 0, named: 0 })
    expect(await jobs()).toBe(0)
  })

  it('has no extra header from a hostile subject', async () => {
    const { subject } = renderMail(app.deps.brands.of(undefined), { ...WORDS, subject: 'Hi\r\nBcc: v@z.test' })
    for (const text of [subject, 'Hi\r\nBcc: v@z.test', '=?utf-8?Q?Hi=0D=0ABcc:_v@z.test?=']) {
      await queue({ to: 'two@example.com', subject: text })
      expect(await during(() => sendDueMail(app))).toEqual({ taken: 1, named: 1 })
      const mail = await mailbox.next('two@example.com')
      expect(mail.bcc ?? []).toEqual([])
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    }
  })
})

describe('a mail server', () => {
  it('delays emails during an outage without loss or duplicates', async () => {
    const slowest = `SELECT coalesce(max(ceil(extract(epoch FROM due_at - now()))), 0) FROM ${JOBS}`
    await mailbox.goDown()
    for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) await queue({ to })
    for (let attempt = 1; attempt <= 12; attempt++) {
      await sendDueMail(app, { now: true })
      expect(await jobs()).toBe(3)
      expect(await queryCount(app.deps.db, slowest)).toBeLessThanOrEqual(60)
    }
    await mailbox.comeUp()
    expect(await during(() => sendDueMail(app, { now: true }))).toEqual({ taken: 3, named: 3 })
    expect(await during(() => sendDueMail(app, { now: true }))).toEqual({ taken: 0, named: 0 })
    expect(await jobs()).toBe(0)
  })

  it('gets an email again after it answered with a temporary error', async () => {
    mailbox.become('try-later')
    await queue({ to: 'later@example.com' })
    expect(await during(() => sendDueMail(app))).toEqual({ taken: 0, named: 1 })
    expect(await jobs()).toBe(1)
    mailbox.become('ok')
    expect(await during(() => sendDueMail(app, { now: true }))).toEqual({ taken: 1, named: 1 })
  })

  it('gets no second email for an unknown recipient, which the operator can see', async () => {
    mailbox.become('unknown-recipient')
    await queue({ about: { takedownId: 7 } })
    expect(await during(() => sendDueMail(app))).toEqual({ taken: 0, named: 1 })
    expect(await jobs()).toBe(0)
    const [entry] = (await listAudit(app)).slice(-1)
    expect(entry).toMatchObject({ event: 'MAIL_NOT_DELIVERED', actor: 'system', context: { takedownId: 7 } })
    expect(entry?.context.reason).toMatch(/answer 550$/)
    expect(JSON.stringify(entry)).not.toContain('example.com')
    const { body } = await operatorCall<Answer<typeof overview>>(app, 'GET /api/admin/overview')
    expect(body.queues.lostMails).toBeGreaterThan(0)
  })

  it('gets an email again after it broke off at the end of the content', async () => {
    mailbox.become('cut')
    await queue({ to: 'cut@example.com' })
    expect(await during(() => sendDueMail(app))).toEqual({ taken: 0, named: 1 })
    mailbox.become('ok')
    expect(await during(() => sendDueMail(app, { now: true }))).toEqual({ taken: 1, named: 1 })
    expect(await jobs()).toBe(0)
  })

  it('gets a waiting email from the worker after an outage', async () => {
    await mailbox.goDown()
    await queue({ to: 'patient@example.com' })
    await sendDueMail(app)
    await mailbox.comeUp()
    const worker = await startWorker(app.deps, createTasks(app.deps), ON_DEMAND)
    const mail = await mailbox.next('patient@example.com').finally(worker.stop)
    expect(mail.subject).toBe('Your link')
    expect(mailbox.all().filter(({ recipients }) => recipients.includes('patient@example.com'))).toHaveLength(1)
    expect(await jobs()).toBe(0)
  })
})

it('writes emails to a private file without a mail server', async () => {
  const trying = await testApp({ PUBLIC_URL: 'http://localhost:3000' })
  await queue({ to: 'try@example.com' }, trying)
  await sendDueMail(trying)
  const folder = join(trying.dataDir, 'mail')
  const [name = '', ...others] = await readdir(folder)
  expect(others).toEqual([])
  expect(name).toMatch(/^[\dT.Z-]+-[\w-]{36}\.eml$/)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  const mail = await PostalMime.parse(await readFile(join(folder, name)))
  expect(mail.to?.[0]).toMatchObject({ address: 'try@example.com' })
  expect(mail.from).toMatchObject({ address: 'no-reply@localhost' })
  expect(mail.text).toContain(LINK)
})
