import { describe, expect, it } from 'vitest'
import { quickVisitor } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { countJobs } from '../../../test/app/worker.ts'
import { linkIn } from '../../../test/fakes/mail-server.ts'
import { openMailbox, sendDueMail } from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant } from '../../../test/make/moderation.ts'

const OPERATOR = 'operator@site.example'

const mailbox = await openMailbox()
const app = await testApp({
  SMTP_URL: mailbox.url,
  OPERATOR_EMAIL: OPERATOR,
  MAIL_FROM: '"Hot, Vote" <mail@hot.example>',
  PUBLIC_URL: 'http://hot.example:8080',
  ADMIN_HOST: 'ops.example:8443',
})

const mailAbout = async (changes: object = {}, target = app) => {
  const { body, text } = await complainant(target).file(changes)
  expect(body, text).toMatchObject({ status: 'pending' })
  await sendDueMail(target)
  return { id: body.id, mail: await mailbox.next(OPERATOR) }
}

describe('a new takedown request', () => {
  it('sends one email to the operator with a link to it', async () => {
    const { id, mail } = await mailAbout()
    expect(mail.recipients).toEqual([OPERATOR])
    expect(mail.from).toEqual({ name: 'Hot, Vote', address: 'mail@hot.example' })
    expect(mail.subject).toBe(`New DMCA takedown request #${id}`)
    expect(linkIn({ ...mail, text: mail.text?.split('Review the request:')[1] })).toBe(
      `http://ops.example:8443/adm/dmca?id=${id}`,
    )
    for (const fact of ['Ada Example', 'Example Pictures Ltd', 'https://elsewhere.example/2', 'no item of this site']) {
      expect(mail.text).toContain(fact)
      expect(mail.html).toContain(fact)
    }
    expect(mailbox.all()).toHaveLength(1)
  })

  it('names the item in the email and shortens a long list of addresses', async () => {
    const { id: owner } = await quickVisitor(app)
    const [mediaId = 0] = await newItems(app, owner, 1)
    const infringingUrls = Array.from({ length: 100 }, (_, i) => `https://elsewhere.example/${i}`)
    const { mail } = await mailAbout({ mediaId, infringingUrls })
    expect(mail.text).toContain(`It names item ${mediaId} of this site.`)
    expect(mail.text).toContain('and 95 more')
    expect(mail.text).not.toContain('elsewhere.example/5')
  })

  it('escapes the input in the email', async () => {
    const code = '<img src=x onerror=alert(1)>{{7*7}}'
    const { mail } = await mailAbout({ complainantName: code, infringingUrls: [code] })
    expect(mail.text).toContain(code)
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;{{7*7}}')
  })
})

it("sends no email without an operator's address or for a refused request", async () => {
  const quiet = await testApp({ SMTP_URL: mailbox.url })
  await complainant(quiet).file()
  expect(await countJobs(quiet.deps.db, 'send-mail')).toBe(0)
  await complainant(app).file({ complainantName: '' })
  expect(await countJobs(app.deps.db, 'send-mail')).toBe(0)
})
