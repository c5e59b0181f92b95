import type { Answer } from '@hotvote/shared/contract'
import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import type { showTakedown, takedownMail } from '@hotvote/shared/operator/takedown-review'
import type { TakedownNotice } from '@hotvote/shared/visitor/counter-notices'
import type { userStats } from '@hotvote/shared/visitor/stats'
import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { appWithMail, newAddress, saveAs, sendDueMail } from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant } from '../../../test/make/moderation.ts'

const site = await appWithMail({ OPERATOR_EMAIL: 'operator@site.example' })
const { app, mailbox } = site

const move = (id: number, body: object) => operatorCall(app, `PATCH /api/admin/dmca-takedowns/${id}`, body)
const mailsTo = async (address: string) => {
  await sendDueMail(app, { now: true })
  return mailbox.all().filter(({ recipients }) => recipients.includes(address))
}
const readNotices = async ({ id, cookie }: Pick<QuickVisitor, 'id' | 'cookie'>, on = app) =>
  (await call<Answer<typeof userStats>>(on, `GET /api/users/${id}/stats`, { cookie })).body.notices
const removed = async (owner: Pick<QuickVisitor, 'id'>) => {
  const [mediaId = 0] = await newItems(app, owner.id, 1)
  const complainantEmail = newAddress()
  const { id } = (await complainant(app).file({ mediaId, complainantEmail })).body
  expect((await move(id, { status: 'resolved', removeMedia: true })).status).toBe(200)
  return { id, mediaId, complainantEmail }
}
const NOTICE = { name: 'Ada Uploader', statement: 'I took this photo myself in 2019.', consent: true }
const object = async (token: string, changes: object = {}) => {
  await complainant(app).forgetCalls()
  return call(app, `POST /api/counter-notices/${token}`, { body: { ...NOTICE, ...changes } })
}
const read = async (token: string) => {
  await complainant(app).forgetCalls()
  return call<TakedownNotice>(app, `GET /api/counter-notices/${token}`)
}
const readToken = async (owner: Pick<QuickVisitor, 'id' | 'cookie'>, on = app) =>
  (await readNotices(owner, on))[0]?.token ?? ''

describe('a removal by a takedown', () => {
  it('is shown to the uploader only, once the claim is upheld', async () => {
    const [owner, other] = [await quickVisitor(app), await quickVisitor(app)]
    const [mediaId = 0] = await newItems(app, owner.id, 1)
    const { id } = (await complainant(app).file({ mediaId })).body
    expect(await readNotices(owner)).toEqual([])
    await move(id, { status: 'resolved', removeMedia: true })
    const [notice] = await readNotices(owner)
    expect(notice).toMatchObject({ takedownId: id, state: 'open', originalName: expect.any(String) })
    expect(await readNotices(other)).toEqual([])
    expect((await read(notice?.token ?? '')).body).toEqual(notice)
  })

  it('can be read often without using up the limit of counter-notices', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' })
    const owner = await quickVisitor(limited)
    const [mediaId] = await newItems(limited, owner.id, 1)
    const { id } = (await complainant(limited).file({ mediaId })).body
    await operatorCall(limited, `PATCH /api/admin/dmca-takedowns/${id}`, { status: 'resolved', removeMedia: true })
    const path = `/api/counter-notices/${await readToken(owner, limited)}` as const
    for (let n = 0; n < 12; n++) expect((await call(limited, `GET ${path}`)).status).toBe(200)
    expect((await call(limited, `POST ${path}`, { body: NOTICE })).status).toBe(204)
  })

  it('is mailed with a link to the form to a confirmed address', async () => {
    const email = newAddress()
    const owner = await saveAs(site, await quickVisitor(app), email)
    const { id, complainantEmail } = await removed(owner)
    const mail = (await mailsTo(email)).at(-1)
    expect(mail?.subject).toBe('Your upload was removed from HotVote')
    expect(mail?.text).toContain(`/counter-notice/${await readToken(owner)}`)
    expect(mail?.text).toContain(`request #${id}`)
    expect(mail?.text).not.toContain(complainantEmail)
  })
})

describe('a counter-notice', () => {
  it("reopens the request and is mailed to the complainant without the sender's address", async () => {
    const email = newAddress()
    const owner = await saveAs(site, await quickVisitor(app), email)
    const { id, mediaId, complainantEmail } = await removed(owner)
    const token = await readToken(owner)
    expect((await object(token)).status).toBe(204)
    expect((await read(token)).body.state).toBe('waiting')
    const mail = (await mailsTo(complainantEmail)).at(-1)
    expect(mail?.subject).toBe(`Counter-notice to your takedown request #${id}`)
    for (const fact of Object.values(NOTICE).slice(0, 2)) expect(mail?.text).toContain(fact)
    expect(mail?.text).not.toContain(email)
    expect((await mailsTo('operator@site.example')).at(-1)?.subject).toBe(`Counter-notice to takedown request #${id}`)

    const { body } = await operatorCall<Answer<typeof showTakedown>>(app, `GET /api/admin/dmca-takedowns/${id}`)
    expect(body).toMatchObject({ status: 'pending', counterNotices: 1, openedAt: expect.any(String) })
    expect(body.items).toMatchObject([{ mediaId, counterNotice: { name: NOTICE.name, statement: NOTICE.statement } }])
    const queue = await operatorCall<QueueEntry[]>(app, 'GET /api/admin/queue?kind=takedown')
    expect(queue.body.find(({ key }) => key === `takedown:${id}`)).toMatchObject({ takedown: { counterNotices: 1 } })
    const [entry] = (await listAudit(app)).filter(({ event }) => event === 'COUNTER_NOTICE_FILED').toReversed()
    expect(entry).toMatchObject({ actor: 'visitor', context: { takedownId: id, mediaId } })
  })

  it.each(['rejected', 'resolved'] as const)('shows its author that the claim was %s', async (status) => {
    const owner = await quickVisitor(app)
    const { id } = await removed(owner)
    const token = await readToken(owner)
    await object(token)
    await move(id, { status })
    expect(await readNotices(owner)).toMatchObject([{ state: status === 'rejected' ? 'rejected' : 'upheld' }])
    expectError(await object(token), 409, 'conflict')
  })

  it('is accepted once when two are sent at the same time', async () => {
    const owner = await quickVisitor(app)
    const { complainantEmail } = await removed(owner)
    const token = await readToken(owner)
    const replies = await Promise.all([object(token), object(token)])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
    expect((await mailsTo(complainantEmail)).filter(({ subject }) => subject?.startsWith('Counter'))).toHaveLength(1)
  })

  it('requires name, statement, consent and a valid link', async () => {
    const owner = await quickVisitor(app)
    await removed(owner)
    const token = await readToken(owner)
    for (const bad of [{ name: ' ' }, { statement: 'No.' }, { statement: 'x'.repeat(2001) }, { consent: false }])
      expectError(await object(token, bad), 400, 'invalid_request')
    const forged = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expectError(await object(forged), 404, 'not_found')
    expectError(await read(forged), 404, 'not_found')
    expectError(await read('1-2-x'), 400, 'invalid_request')
    expect((await read(token)).body.state).toBe('open')
  })

  it('is in the data about its author and remains after the account is deleted', async () => {
    const owner = await quickVisitor(app)
    const { id, mediaId } = await removed(owner)
    await object(await readToken(owner))
    const { cookie } = owner
    const { body } = await call<{ counterNotices: unknown[] }>(app, `GET /api/users/${owner.id}/data`, { cookie })
    expect(body.counterNotices).toMatchObject([{ takedownId: id, mediaId, counterNotice: { name: NOTICE.name } }])
    expect((await call(app, `DELETE /api/users/${owner.id}`, { cookie })).status).toBe(204)
    const shown = await operatorCall(app, `GET /api/admin/dmca-takedowns/${id}`)
    expect(shown.body).toMatchObject({ counterNotices: 1 })
  })
})

describe('a rejection', () => {
  it('is mailed as previewed, with its reason and the words of the operator', async () => {
    const complainantEmail = newAddress()
    const { id } = (await complainant(app).file({ complainantEmail })).body
    const words = 'The photo is in the public domain.'
    const { body } = await operatorCall<Answer<typeof takedownMail>>(
      app,
      `GET /api/admin/dmca-takedowns/${id}/mail?status=rejected&reason=permitted&words=${encodeURIComponent(words)}`,
    )
    expect(body.text).toContain('as far as we can tell, the use is permitted')
    expect((await move(id, { status: 'rejected', reason: 'permitted', words })).status).toBe(200)
    const mail = (await mailsTo(complainantEmail)).at(-1)
    expect(mail?.text?.trim()).toBe(body.text.trim())
    expect(mail?.text).toContain(words)
    const [entry] = (await listAudit(app)).filter(({ event }) => event === 'DMCA_TAKEDOWN_UPDATED').toReversed()
    expect(entry?.context).toMatchObject({ reason: 'permitted', words })
  })

  it('is the only decision that may have a reason', async () => {
    const { id } = (await complainant(app).file()).body
    expectError(await move(id, { status: 'resolved', reason: 'permitted' }), 400, 'invalid_request')
    expectError(await move(id, { status: 'rejected', words: 'x'.repeat(1001) }), 400, 'invalid_request')
  })
})
