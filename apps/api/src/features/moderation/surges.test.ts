import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import { expect, it } from 'vitest'
import { expectError, quickVisitor, visitorFrom } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { appWithMail, sendDueMail } from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'

const OPERATOR_EMAIL = 'operator@example.com'

const siteWith = async (next: number) => {
  const site = await appWithMail({ TRUST_PROXY: '1', RATE_LIMITS: 'on', OPERATOR_EMAIL })
  const run = (text: string) => site.app.deps.db.query({ text })
  const arrive = (n: number) => visitorFrom(site.app, `198.51.100.${n}`)
  await arrive(1)
  await run(`UPDATE rate_limits SET points = ${next - 1} WHERE key LIKE 'newVisitor:%'`)
  const entries = async () => {
    const { body } = await operatorCall<QueueEntry[]>(site.app, 'GET /api/admin/queue')
    return body.flatMap((entry) => (entry.kind === 'surge' ? [entry] : []))
  }
  const decide = (id: number, decision: string) => operatorCall(site.app, `POST /api/admin/surges/${id}`, { decision })
  return { ...site, run, arrive, entries, decide }
}

it('queues a network after 300 new visitors an hour, with their votes', async () => {
  const { app, arrive, entries } = await siteWith(299)
  const [first = 0, second = 0] = await newItems(app, (await quickVisitor(app)).id, 2)
  const voters = [await arrive(2)]
  expect(await entries()).toEqual([])
  voters.push(await arrive(3), await arrive(4))
  for (const voter of voters) expect((await voter.vote(first)).status).toBe(201)
  await voters[0]?.vote(second)
  const other = await visitorFrom(app, '203.0.113.1')
  await other.vote(first)
  const [entry] = await entries()
  expect(entry?.surge).toMatchObject({
    network: expect.stringMatching(/^[0-9a-f]{32}$/),
    visitors: 301,
    votes: 4,
    itemCount: 2,
    items: [
      { mediaId: first, votes: 3 },
      { mediaId: second, votes: 1 },
    ],
  })
  expect((await operatorCall(app, 'GET /api/admin/queue-count')).body).toMatchObject({ surges: 1 })
})

it('emails the operator once per hour and network, without the address', async () => {
  const { app, arrive, mailbox, entries, run } = await siteWith(300)
  const subjects = async () => {
    await sendDueMail(app)
    return mailbox.all().map((mail) => mail.subject)
  }
  await Promise.all([2, 3, 4, 5].map(arrive))
  const [entry] = await entries()
  const label = entry?.surge.network.slice(0, 4)
  const subject = `Many new visitors from one network (${label})`
  expect(await subjects()).toEqual([subject])
  expect(mailbox.all()[0]?.recipients).toEqual([OPERATOR_EMAIL])
  expect(mailbox.all()[0]?.text).not.toContain('198.51')
  // A new counting hour begins, but the last mail is less than an hour old.
  await run(`UPDATE surges SET until = now() - interval '1 second'`)
  await arrive(6)
  expect(await subjects()).toEqual([subject])
  await run(`UPDATE surges SET mailed_at = now() - interval '61 minutes'`)
  await arrive(7)
  await arrive(8)
  expect(await subjects()).toEqual([subject, subject])
  const noticed = (await listAudit(app)).filter(({ event }) => event === 'VISITOR_SURGE')
  expect(noticed.map(({ context }) => context.network)).toEqual([label, label])
})

it('hides a dismissed network until the next hour or an undo', async () => {
  const { arrive, entries, decide, run } = await siteWith(300)
  await arrive(2)
  const id = (await entries())[0]?.surge.id ?? 0
  expect((await decide(id, 'dismiss')).status).toBe(204)
  await arrive(3)
  expect(await entries()).toEqual([])
  expectError(await decide(id, 'dismiss'), 409, 'conflict')
  expect((await decide(id, 'reopen')).status).toBe(204)
  expectError(await decide(id, 'reopen'), 409, 'conflict')
  expect(await entries()).toMatchObject([{ surge: { id, visitors: 301 } }])
  await decide(id, 'dismiss')
  await run(`UPDATE surges SET until = now() - interval '1 second'`)
  await arrive(4)
  expect(await entries()).toMatchObject([{ surge: { id, visitors: 302 } }])
  expectError(await decide(987_654, 'dismiss'), 404, 'not_found')
})

it('queues no visitors without an address', async () => {
  const app = await testApp({ TRUST_PROXY: '1' })
  await visitorFrom(app, 'nowhere')
  await app.deps.db.query({ text: 'UPDATE rate_limits SET points = 400' })
  await visitorFrom(app, 'nowhere')
  expect((await operatorCall(app, 'GET /api/admin/queue')).body).toEqual([])
})
