import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Answer } from '@hotvote/shared/contract'
import type { validateEmail } from '@hotvote/shared/visitor/accounts'
import { describe, expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { createMailDomainCheck } from '../../platform/mail/mail-domain.ts'

const TYPES = { 1: 'A', 15: 'MX', 28: 'AAAA' } as const
const CODES = { fine: 0, 'server failure': 2, 'no such name': 3, refused: 5 } as const

/** Simulated DNS answer: records, an error or no response. */
type Entry = { MX?: string[]; A?: string } | Exclude<keyof typeof CODES, 'fine'> | 'silence'

const nameBytes = (name: string) =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])

const question = (query: Buffer) => {
  const labels: string[] = []
  let offset = 12
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  const type = TYPES[query.readUInt16BE(offset + 1) as keyof typeof TYPES]
  return { name: labels.join('.').toLowerCase(), type, bytes: query.subarray(12, offset + 5) }
}

/** A DNS record (RFC 1035 §4.1.3) for the name in the question. */
const record = (type: number, data: Buffer) => {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const getRecords = (entry: Entry, type: string | undefined) => {
  if (typeof entry === 'string') return []
  if (type === 'MX')
    return (entry.MX ?? []).map((host) => record(15, Buffer.concat([Buffer.from([0, 0]), nameBytes(host)])))
  return type === 'A' && entry.A ? [record(1, Buffer.from(entry.A.split('.').map(Number)))] : []
}

const answerTo = (query: Buffer, bytes: Buffer, { code, records }: { code: number; records: Buffer[] }) => {
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8580 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, bytes, ...records])
}

const openNameServer = async (names: Record<string, Entry>) => {
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, bytes } = question(query)
    questions.push(`${type} ${name}`)
    const entry = names[name] ?? 'no such name'
    if (entry === 'silence') return
    const code = typeof entry === 'string' ? CODES[entry] : CODES.fine
    socket.send(answerTo(query, bytes, { code, records: getRecords(entry, type) }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  afterUse(() => socket.close())
  return {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    questions,
  }
}

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
app.deps.takesMail = createMailDomainCheck([nameServer], NO_HASTE)

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
    app.deps.takesMail = createMailDomainCheck([nameServer], 100)
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
  isolated.deps.takesMail = createMailDomainCheck([(await openNameServer({})).server], NO_HASTE)
  const reply = await call(isolated, 'POST /api/validate-email', { body: { email: 'ada@hot.example' } })
  expect(reply.body).toEqual(GOOD)
  const { server } = await openNameServer({ 'outlook.com': { MX: ['mx.outlook.com'] } })
  isolated.deps.takesMail = createMailDomainCheck([server], NO_HASTE)
  const known = await call(isolated, 'POST /api/validate-email', { body: { email: 'ada@hot.example' } })
  expect(known.body).toEqual(bad(NO_MAIL))
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
