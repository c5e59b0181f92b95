import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { call, quickVisitor, readCookie } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { linkIn } from '../../../test/fakes/mail-server.ts'
import {
  askToLogIn,
  codeIn,
  newAddress,
  openMailbox,
  type Site,
  sendDueMail,
  VERIFY,
} from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { complainant } from '../../../test/make/moderation.ts'

const BRANDS = {
  'hot.example': { siteName: 'Hot' },
  'duel.example': { siteName: 'Duel' },
  'short.example': { siteName: 'Short', domain: 'www.long.example' },
}

const withBrands = async (env: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'hotvote-brands-'))
  afterUse(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'brands.json')
  writeFileSync(file, JSON.stringify(BRANDS))
  const mailbox = await openMailbox()
  const made = await testApp({
    SMTP_URL: mailbox.url,
    PUBLIC_URL: 'http://hot.example:8443',
    BRANDS_FILE: file,
    ...env,
  })
  return { app: made, mailbox }
}

const site = await withBrands()
const { app } = site

const savingAt = async (host: string, { app, mailbox }: Site = site) => {
  const visitor = await quickVisitor(app)
  const email = newAddress()
  const requested = await call(app, 'POST /api/auth/send-magic-link', {
    cookie: visitor.cookie,
    body: { email, username: '', sessionId: visitor.sessionId },
    headers: { host },
  })
  expect(requested.status, requested.text).toBe(200)
  await sendDueMail(app)
  return { mail: await mailbox.next(email), cookie: `${visitor.cookie}; ${readCookie(requested)}`, email }
}

describe('an email', () => {
  it.each([
    { host: 'duel.example', name: 'Duel', origin: 'http://duel.example:8443', address: 'no-reply@duel.example' },
    { host: 'DUEL.example:1234', name: 'Duel', origin: 'http://duel.example:8443', address: 'no-reply@duel.example' },
    { host: 'short.example', name: 'Short', origin: 'http://short.example:8443', address: 'no-reply@www.long.example' },
    { host: 'hot.example:8443', name: 'Hot', origin: 'http://hot.example:8443', address: 'no-reply@hot.example' },
    { host: 'evil.example', name: 'Hot', origin: 'http://hot.example:8443', address: 'no-reply@hot.example' },
    {
      host: 'duel.example.evil.example',
      name: 'Hot',
      origin: 'http://hot.example:8443',
      address: 'no-reply@hot.example',
    },
  ])('carries the name $name and links to $origin when requested at $host', async ({ host, name, origin, address }) => {
    const { mail, email, cookie } = await savingAt(host)
    expect(mail.subject).toBe(`Save your ${name} account`)
    expect(mail.from).toEqual({ name, address })
    const link = new URL(linkIn(mail))
    expect(link.origin).toBe(origin)
    expect(mail.raw).not.toContain('evil')
    const opened = await call(app, `GET ${link.pathname}${link.search}`, { cookie, headers: { host: link.host } })
    codeIn(opened)
    await askToLogIn(app, email, { host })
    await sendDueMail(app)
    const login = await site.mailbox.next(email)
    expect(login.subject).toBe(`Your ${name} login link`)
    expect(new URL(linkIn(login)).origin).toBe(origin)
    const elsewhere = `GET ${VERIFY}${new URL(linkIn(login)).search}` as const
    expect((await call(app, elsewhere, { headers: { host: link.host } })).text).toContain(`Continue to ${name}<`)
  })

  it('uses the host that a proxy passes in its own header', async () => {
    const proxied = await withBrands({ TRUST_PROXY: '1' })
    const email = newAddress()
    const passedOn = { host: 'inside:3000', 'x-forwarded-host': 'duel.example', origin: 'http://duel.example' }
    expect((await askToLogIn(proxied.app, email, passedOn)).status).toBe(200)
    expect((await askToLogIn(proxied.app, email, { ...passedOn, origin: 'http://evil.example' })).status).toBe(403)
    expect((await askToLogIn(app, email, passedOn)).status).toBe(403)
  })

  it('uses the last host that the proxies passed on', async () => {
    const proxied = await withBrands({ TRUST_PROXY: '1' })
    const email = newAddress()
    const hosts = { host: 'inside:3000', 'x-forwarded-host': 'hot.example, duel.example' }
    expect((await askToLogIn(proxied.app, email, { ...hosts, origin: 'http://duel.example' })).status).toBe(200)
    expect((await askToLogIn(proxied.app, email, { ...hosts, origin: 'http://hot.example' })).status).toBe(403)
  })

  it('uses the address of the settings with the name of its brand', async () => {
    const named = await withBrands({ MAIL_FROM: '"Our mail" <mail@post.example>' })
    expect((await savingAt('hot.example', named)).mail.from).toEqual({ name: 'Our mail', address: 'mail@post.example' })
    expect((await savingAt('duel.example', named)).mail.from).toEqual({ name: 'Duel', address: 'mail@post.example' })
  })
})

describe('a takedown request', () => {
  it('is answered under the brand that received it', async () => {
    const complainantEmail = newAddress()
    const { body } = await complainant(app).file({ complainantEmail }, { host: 'duel.example' })
    const preview = await operatorCall(app, `GET /api/admin/dmca-takedowns/${body.id}/mail?status=rejected`)
    expect(preview.text).toContain('material on Duel infringes')
    await operatorCall(app, `PATCH /api/admin/dmca-takedowns/${body.id}`, { status: 'rejected' })
    await sendDueMail(app, { now: true })
    const mail = await site.mailbox.next(complainantEmail)
    expect(mail.from).toEqual({ name: 'Duel', address: 'no-reply@duel.example' })
    expect(mail.text).toContain('material on Duel infringes')
    expect(mail.text).toContain('was submitted on duel.example')
  })

  it('is linked to its item by an address on any host of the site', async () => {
    const { id } = await quickVisitor(app)
    const [mediaId = 0] = await newItems(app, id, 1)
    const [row] = await app.deps.db.query<{ key: string }>(
      { text: 'SELECT original_key AS key FROM media WHERE id = $1' },
      [mediaId],
    )
    const { file, readRow } = complainant(app)
    for (const address of ['http://duel.example:8443', 'http://short.example:8443', 'hot.example:8443']) {
      const { body } = await file({ infringingUrls: [`${address}/media/${row?.key}`] })
      expect((await readRow(body.id))?.media_id, address).toBe(mediaId)
    }
  })
})
