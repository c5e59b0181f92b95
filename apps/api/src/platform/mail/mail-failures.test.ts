import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { Answer } from '@hotvote/shared/contract'
import type { health } from '@hotvote/shared/operator/health'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { appWithMail, openMailbox, sendDueMail } from '../../../test/fakes/mailbox.ts'
import { openSmtp } from './transports.ts'

const TEST_EMAIL = 'POST /api/admin/test-email'
const SENDER = { site: { siteName: 'Hot', domain: 'hot.example' }, mailFrom: undefined }
const MAIL = { id: 'one', to: 'ada@example.com', sender: SENDER.site, subject: 'Hi', text: 'Hi', html: 'Hi' }

const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg57ciJZYhJ8rsKO1J
P1hPtJtux0g66gd5RqwQpmf0oZGhRANCAATT7sLVuG57ZqDcv/5A/qn2guer2KsT
bUWKvDgi3kiTlsCpkhGFNHn+VBgFzHYhNqY+QPWll45rzKZ+XDFOBF6g
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUXpnVO5j4zVbtiC7mz61SUHn/EOowCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMCAXDTI2MTEyOTE0MTYwMloYDzIxMjYx
MTA1MTQxNjAyWjAXMRUwEwYDVQQDDAxtYWlsLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATT7sLVuG57ZqDcv/5A/qn2guer2KsTbUWKvDgi3kiTlsCp
khGFNHn+VBgFzHYhNqY+QPWll45rzKZ+XDFOBF6go28wbTAdBgNVHQ4EFgQUEzJP
vI8v0cAfQGYNVwyu3IrqN30wHwYDVR0jBBgwFoAUEzJPvI8v0cAfQGYNVwyu3Irq
N30wDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEw
CgYIKoZIzj0EAwIDSAAwRQIgIzZn3YfSx/cdu0DSVIIafu34KGHFVNeCgR7JjNni
mRgCIQD41BL7E97D6bUhQ/w3O7x9ssyDp1MpfxYqKX60cmOjAQ==
-----END CERTIFICATE-----`,
}

const serverWith = async (options: SMTPServerOptions, scheme = 'smtp') => {
  const server = new SMTPServer({ disabledCommands: ['STARTTLS'], authOptional: true, closeTimeout: 100, ...options })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  afterUse(() => new Promise<void>((done) => server.close(() => done())))
  return `${scheme}://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

const refusing =
  (text: string, responseCode: number) => (_given: unknown, _session: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error(text), { responseCode }))

const closingServer = async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterUse(() => server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const failing: [what: string, url: () => Promise<string> | string, told: { problem: string; code?: string }][] = [
  [
    'nothing listens',
    () => 'smtp://127.0.0.1:9',
    { problem: '127.0.0.1 refuses the connection', code: 'ECONNREFUSED' },
  ],
  ['the host is unknown', () => 'smtp://mail.invalid', { problem: 'the host mail.invalid was not found' }],
  [
    'the certificate is old',
    () => serverWith({ secure: true }, 'smtps'),
    { problem: 'has expired', code: 'CERT_HAS_EXPIRED' },
  ],
  [
    'the certificate is self-signed',
    () => serverWith({ secure: true, ...SELF_SIGNED }, 'smtps'),
    { problem: 'the certificate of 127.0.0.1 is not trusted', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  ],
  ['the server has no TLS', () => serverWith({}, 'smtps'), { problem: 'a TLS connection to 127.0.0.1 fails' }],
  ['the server closes the connection', closingServer, { problem: '127.0.0.1 closes the connection' }],
  [
    'the login is refused',
    async () =>
      (await serverWith({ allowInsecureAuth: true, onAuth: refusing('no', 535) })).replace('//', '//ada:secret@'),
    { problem: '127.0.0.1 refuses the login', code: 'EAUTH' },
  ],
  [
    'the sender is refused',
    () => serverWith({ onMailFrom: refusing('no', 550) }),
    { problem: '127.0.0.1 refuses the sender', code: 'EENVELOPE' },
  ],
  [
    'it is too busy',
    () => serverWith({ onMailFrom: refusing('later', 451) }),
    { problem: '127.0.0.1 asks to try again later', code: '451' },
  ],
]

it.each(failing)('explains the failure and names its code: %s', async (_what, url, { problem, code = '' }) => {
  const mailer = openSmtp(await url(), SENDER)
  afterUse(() => mailer.close())
  await expect(mailer.send(MAIL)).rejects.toMatchObject({
    problem: expect.stringContaining(problem),
    message: expect.stringContaining(code),
  })
  await expect(mailer.send(MAIL)).rejects.not.toMatchObject({ message: expect.stringMatching(/ada|secret|example/) })
})

const getMail = async (app: TestApp) =>
  (await operatorCall<Answer<typeof health>>(app, 'GET /api/admin/health')).body.mail

it('shows waiting emails and the reason on the health page until they are sent', async () => {
  const { app, mailbox } = await appWithMail()
  const { cookie, sessionId } = await quickVisitor(app)
  await mailbox.goDown()
  const body = { email: 'ada@example.com', sessionId }
  expect((await call(app, 'POST /api/auth/send-magic-link', { cookie, body })).status).toBe(200)
  expect(await getMail(app)).toMatchObject({ waiting: 1, problem: null })
  await sendDueMail(app)
  expect(await getMail(app)).toMatchObject({ waiting: 1, problem: '127.0.0.1 refuses the connection', failed: 0 })
  await mailbox.comeUp()
  await sendDueMail(app, { now: true })
  expect(await getMail(app)).toMatchObject({ waiting: 0, problem: null, sent: 1 })
})

describe('a test email', () => {
  const OPERATOR_EMAIL = 'operator@example.com'

  it('is sent to the operator at once and logged', async () => {
    const { app, mailbox } = await appWithMail({ OPERATOR_EMAIL })
    expect((await operatorCall(app, TEST_EMAIL)).status).toBe(204)
    expect(await mailbox.next(OPERATOR_EMAIL)).toMatchObject({ subject: 'Test email' })
    expect((await listAudit(app)).at(-1)).toMatchObject({ event: 'TEST_EMAIL_SENT', actor: 'operator' })
  })

  it('explains its failure without writing an address to the audit log', async () => {
    const mailbox = await openMailbox()
    await mailbox.goDown()
    const app = await testApp({ OPERATOR_EMAIL, SMTP_URL: mailbox.url.replace('127.0.0.1', 'localhost') })
    const refused = await operatorCall<{ message: string }>(app, TEST_EMAIL)
    expectError(refused, 409, 'conflict')
    expect(refused.body.message).toBe('The test email was not sent: localhost refuses the connection.')
    const entry = (await listAudit(app)).at(-1)
    expect(entry).toMatchObject({
      event: 'TEST_EMAIL_FAILED',
      context: { reason: expect.stringContaining('ECONNREFUSED') },
    })
    expect(JSON.stringify(entry)).not.toContain('example.com')
  })

  it('names the missing setting', async () => {
    const { message: noServer } = (
      await operatorCall<{ message: string }>(await testApp({ OPERATOR_EMAIL }), TEST_EMAIL)
    ).body
    expect(noServer).toContain('SMTP_URL is not set')
    const mailbox = await openMailbox()
    const { message } = (await operatorCall<{ message: string }>(await testApp({ SMTP_URL: mailbox.url }), TEST_EMAIL))
      .body
    expect(message).toContain('OPERATOR_EMAIL is not set')
  })

  it('is limited to the operator and to ten in ten minutes', async () => {
    const { app } = await appWithMail({ OPERATOR_EMAIL, RATE_LIMITS: 'on' })
    for (let n = 0; n < 10; n++) expect((await operatorCall(app, TEST_EMAIL)).status).toBe(204)
    expectError(await operatorCall(app, TEST_EMAIL), 429, 'too_many_requests')
    expectError(await call(app, TEST_EMAIL), 401, 'not_operator')
  })
})
