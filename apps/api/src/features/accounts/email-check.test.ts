import type { Answer } from '@hotvote/shared/contract'
import type { validateEmail } from '@hotvote/shared/visitor/accounts'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { openNameServer } from '../../../test/fakes/name-server.ts'
import { openTakesMail } from '../../platform/mail/mail-domain.ts'

const NOT_VALID = 'Please enter a valid email address'
const NO_MAIL = 'This domain cannot receive email'
const GOOD = { isValid: true, errors: [], suggestions: [] }
const bad = (error: string, ...suggestions: string[]) => ({ isValid: false, errors: [error], suggestions })

/** Milliseconds; generous, for slow machines. */
const NO_HASTE = 60_000
const app = await testApp()
const { questions, server: nameServer } = await openNameServer({
  'gmail.com': { MX: ['mx.gmail.com'] },
  'gmaill.com': { MX: ['mx.gmaill.com'] },
  'hot.example': { MX: ['one.hot.example', 'two.hot.example'] },
  'address.example': { A: '192.0.2.1' },
  'nothing.example': {},
  'no-mail.example': { MX: [''], A: '192.0.2.1' },
  'broken.example': 'server failure',
  'refusing.example': 'refused',
  'silent.example': 'silence',
  'xn--bcher-kva.example': { MX: ['mx.hot.example'] },
  'xn--80a1acny.xn--p1ai': { MX: ['mx.hot.example'] },
})
app.deps.takesMail = openTakesMail([nameServer], NO_HASTE)

const check = async (email: unknown) => {
  const reply = await call<Answer<typeof validateEmail>>(app, 'POST /api/validate-email', { body: { email } })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

describe('the email check', () => {
  it('accepts an address whose domain takes mail, with or without a session', async () => {
    for (const email of ['ada@hot.example', '  Ada.Lovelace+tag@HOT.example ', "o'neil@address.example"])
      expect(await check(email), email).toEqual(GOOD)
  })

  it('requires an address', async () => {
    for (const email of ['', '   ']) expect(await check(email)).toEqual(bad('Email address is required'))
  })

  it('rejects a malformed address without asking a name server', async () => {
    const before = questions.length
    for (const email of [
      'ada',
      'ada@',
      '@hot.example',
      'a b@hot.example',
      'ada@hot',
      'a@hot.example,b@hot.example',
      'Ada <ada@hot.example>',
      'ada@hot.example\r\nBcc: b@hot.example',
      'ada@[127.0.0.1]',
      '"a b"@hot.example',
      'ada@hot..example',
      '.ada@hot.example',
      'ada@-hot.example',
      `${'a'.repeat(65)}@hot.example`,
      `${'a'.repeat(300)}@hot.example`,
    ])
      expect(await check(email), email).toEqual(bad(NOT_VALID))
    expect(questions).toHaveLength(before)
  })

  it('rejects disposable domains and their subdomains', async () => {
    for (const email of ['ada@mailinator.com', 'ada@MAILINATOR.com', 'ada@any.mailinator.com'])
      expect(await check(email), email).toMatchObject(bad('Please use a permanent email address'))
  })

  it('rejects a domain that is missing or takes no mail', async () => {
    for (const domain of ['nothing.example', 'no-mail.example', 'absent.example'])
      expect(await check(`ada@${domain}`), domain).toEqual(bad(NO_MAIL))
  })

  it('accepts an address while its name server does not answer', async () => {
    for (const domain of ['broken.example', 'refusing.example'])
      expect(await check(`ada@${domain}`), domain).toEqual(GOOD)
    const { takesMail } = app.deps
    app.deps.takesMail = openTakesMail([nameServer], 100)
    expect(await check('ada@silent.example')).toEqual(GOOD)
    await expect.poll(() => questions, SOON).toContain('MX silent.example')
    app.deps.takesMail = takesMail
  })

  it('normalizes full-width characters', async () => {
    for (const email of ['ada＠hot．example', 'ａｄａ＠ｈｏｔ．ｅｘａｍｐｌｅ', 'ada@hot。example'])
      expect(await check(email), email).toEqual(GOOD)
  })

  it('accepts internationalized domains in both forms', async () => {
    for (const email of ['ada@bücher.example', 'ada@BÜCHER.example', 'ada@xn--bcher-kva.example', 'ada@почта.рф'])
      expect(await check(email), email).toEqual(GOOD)
  })

  it.each(
    'gmx.com mail.de foxmail.com bk.ru email.com mailo.com ymail.com gmx.us mail.com web.de inbox.ru pm.me hey.com'.split(
      ' ',
    ),
  )('never corrects the known provider %s', async (provider) => {
    expect((await check(`ada@${provider}`)).suggestions).toEqual([])
  })

  it('suggests a well-known domain for a typo', async () => {
    expect(await check('Ada+tag@gmaill.com')).toEqual({ ...GOOD, suggestions: ['ada+tag@gmail.com'] })
    // The disposable list contains this typo domain, too.
    expect(await check('ada@gmial.com')).toEqual(bad(NOT_VALID, 'ada@gmail.com'))
    expect(await check('ada@hotmial.fr')).toEqual(bad(NO_MAIL, 'ada@hotmail.fr'))
    expect(await check('ada@gmail.con')).toEqual(bad(NO_MAIL, 'ada@gmail.com'))
    expect(await check('ada@gmail')).toEqual(bad(NOT_VALID, 'ada@gmail.com'))
    expect(await check('ada@gmail.com')).toEqual(GOOD)
  })
})

it('accepts addresses on an isolated network whose name server knows no domain', async () => {
  const isolated = await testApp()
  isolated.deps.takesMail = openTakesMail([(await openNameServer({})).server], NO_HASTE)
  const reply = await call(isolated, 'POST /api/validate-email', { body: { email: 'ada@hot.example' } })
  expect(reply.body).toEqual(GOOD)
  const { server } = await openNameServer({ 'outlook.com': { MX: ['mx.outlook.com'] } })
  isolated.deps.takesMail = openTakesMail([server], NO_HASTE)
  const known = await call(isolated, 'POST /api/validate-email', { body: { email: 'ada@hot.example' } })
  expect(known.body).toEqual(bad(NO_MAIL))
})

it('asks about a domain once', async () => {
  await check('first@hot.example')
  const before = questions.length
  await check('second@hot.example')
  expect(questions).toHaveLength(before)
})

it('rejects input that is not text', async () => {
  for (const email of [undefined, null, 7, {}, ['ada@hot.example']])
    expectError(await call(app, 'POST /api/validate-email', { body: { email } }), 400, 'invalid_request')
  expectError(await call(app, 'POST /api/validate-email', { body: { email: `${'a'.repeat(2000)}@x.example` } }), 400)
})

it('limits checks per minute', async () => {
  const strict = await testApp({ RATE_LIMITS: 'on' })
  const { cookie } = await quickVisitor(strict)
  const ask = () => call(strict, 'POST /api/validate-email', { body: { email: 'ada' }, cookie })
  for (let i = 0; i < 40; i++) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expectError(refused, 429, 'too_many_requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
