import { TAKEDOWN_MAX } from '@hotvote/shared/limits'
import { describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { aClaim, complainant } from '../../../test/make/moderation.ts'

const ROUTE = 'POST /api/dmca-takedown'

const app = await testApp({ RATE_LIMITS: 'on' })
const { file, readRow, forgetCalls } = complainant(app)

const claims = () => queryCount(app.deps.db, 'SELECT count(*) FROM takedowns')
const auditEntries = (id: number) =>
  app.deps.db.query<{ actor: string; request_id: string; context: object }>(
    { text: `SELECT * FROM audit_log WHERE event = 'DMCA_TAKEDOWN_CREATED' AND context->>'takedownId' = $1` },
    [String(id)],
  )

describe('a takedown request', () => {
  it('is stored whole for the operator to decide', async () => {
    const reply = await file()
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body).toEqual({ id: expect.any(Number), status: 'pending' })
    expect(await readRow(reply.body.id)).toMatchObject({
      status: 'pending',
      complainant_name: 'Ada Example',
      complainant_email: 'ada@example.com',
      complainant_address: '1 Example Street\nExampleton',
      complainant_phone: '+44 20 1234',
      copyright_owner: 'Example Pictures Ltd',
      work_description: 'The photo of a lighthouse in my portfolio',
      infringement_description: 'A copy without permission',
      infringing_urls: ['https://elsewhere.example/1', 'https://elsewhere.example/2'],
      good_faith_statement: true,
      accuracy_statement: true,
      electronic_signature: 'Ada Example',
      admin_notes: '',
      media_id: null,
    })
  })

  it('writes one audit entry without words of the complainant', async () => {
    const { body, headers } = await file()
    const entries = await auditEntries(body.id)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ actor: 'visitor', request_id: headers['x-request-id'] })
    expect(JSON.stringify(entries)).not.toMatch(/Ada Example|ada@|elsewhere|lighthouse/i)
  })

  it('may omit address, phone and item, or send them empty', async () => {
    const nothing = { complainantAddress: undefined, complainantPhone: undefined, mediaId: undefined }
    const empty = { complainantAddress: ' ', complainantPhone: '', mediaId: null }
    for (const changes of [nothing, empty]) {
      const { body } = await file(changes)
      expect(await readRow(body.id)).toMatchObject({
        complainant_address: null,
        complainant_phone: null,
        media_id: null,
      })
    }
  })

  it('may list its addresses as an array, in which blank ones are dropped', async () => {
    const infringingUrls = [' https://elsewhere.example/1 ', '', '  ', 'not even an address']
    for (const sent of [infringingUrls, JSON.stringify(infringingUrls)]) {
      const { body } = await file({ infringingUrls: sent })
      expect(await readRow(body.id)).toMatchObject({
        infringing_urls: ['https://elsewhere.example/1', 'not even an address'],
      })
    }
  })

  it('may describe work and infringement in ten characters', async () => {
    const { body, status } = await file({ workDescription: ' 1234567890 ', infringementDescription: 'abcdefghij' })
    expect(status).toBe(201)
    expect(await readRow(body.id)).toMatchObject({
      work_description: '1234567890',
      infringement_description: 'abcdefghij',
    })
  })

  it('may use the full length of each field in any script', async () => {
    const { url, urls, description, address } = TAKEDOWN_MAX
    for (const sign of ['x', '\u5199', '"', '\\']) {
      const infringingUrls = Array(urls).fill('https://elsewhere.example/'.padEnd(url, sign))
      const [workDescription, complainantAddress] = [sign.repeat(description), sign.repeat(address)]
      const texts = { workDescription, infringementDescription: workDescription, complainantAddress }
      for (const sent of [infringingUrls, JSON.stringify(infringingUrls)]) {
        const { body, status, text } = await file({ ...texts, infringingUrls: sent })
        expect(status, text).toBe(201)
        expect(await readRow(body.id)).toMatchObject({
          infringing_urls: infringingUrls,
          work_description: workDescription,
        })
      }
    }
  })

  it('keeps any text in any script unchanged', async () => {
    const code = `<script>alert(1)</script> ' OR '1'='1 {{7*7}} "; -- 🔥 \\`
    const { body, status } = await file({ complainantName: code, workDescription: `${code}\n\t${code}` })
    expect(status).toBe(201)
    expect(await readRow(body.id)).toMatchObject({ complainant_name: code, work_description: `${code}\n\t${code}` })
  })
})

const MESSAGES: [field: string, message: string, wrong: unknown[]][] = [
  ['complainantName', 'Complainant name is required', ['', '   ', undefined, null, 1, ['Ada'], {}]],
  [
    'complainantEmail',
    'Valid email is required',
    ['', undefined, null, 7, 'ada', 'ada@', '@example.com', 'a b@example.com', 'a@example.com,b@example.com'].concat([
      'a@example.com\r\nBcc: b@example.com',
      'Ada <ada@example.com>',
      `${'a'.repeat(250)}@example.com`,
    ]),
  ],
  ['copyrightOwner', 'Copyright owner is required', ['', ' ', undefined, null, false]],
  [
    'workDescription',
    'Please provide a detailed description of your work',
    ['', 'too short', ' too short   ', undefined, null, 1234567890],
  ],
  ['infringementDescription', 'Please describe the infringement in detail', ['', 'too short', undefined, null, 5]],
  [
    'infringingUrls',
    'At least one infringing URL is required',
    ['', undefined, null, '[]', [], '[""]', ['', ' '], '[" ","\\n"]'],
  ],
  ['goodFaithStatement', 'You must confirm the good faith statement', [false, undefined, null, 'true', 1]],
  ['accuracyStatement', 'You must confirm the accuracy statement', [false, undefined, null, 'on', 0]],
  ['electronicSignature', 'Electronic signature is required', ['', '  ', undefined, null, {}]],
]

describe('a refused request', () => {
  it.each(MESSAGES)('names a missing or invalid %s: %s', async (path, message, wrong) => {
    const before = await claims()
    for (const value of wrong) {
      const error = expectError(await file({ [path]: value }), 400, 'invalid_request')
      expect(error.error, JSON.stringify(value)).toBe(message)
      expect(error.issues).toEqual([{ path, message }])
    }
    expect(await claims()).toBe(before)
  })

  it('names all errors at once in the order of the form', async () => {
    await forgetCalls()
    const error = expectError(await call(app, ROUTE, { body: {} }), 400, 'invalid_request')
    expect(error.issues).toEqual(MESSAGES.map(([path, message]) => ({ path, message })))
    expect(error.error).toBe('Complainant name is required')
  })

  it.each([
    ['complainantName', 'x'.repeat(201)],
    ['complainantPhone', '1'.repeat(51)],
    ['complainantAddress', 'x'.repeat(501)],
    ['copyrightOwner', 'x'.repeat(201)],
    ['workDescription', 'x'.repeat(5001)],
    ['infringementDescription', 'x'.repeat(5001)],
    ['infringingUrls', Array(101).fill('https://elsewhere.example')],
    ['infringingUrls', [`https://elsewhere.example/${'x'.repeat(2000)}`]],
    ['electronicSignature', 'x'.repeat(201)],
  ])('has a field that is too long: %s', async (path, value) => {
    const error = expectError(await file({ [path]: value }), 400, 'invalid_request')
    expect(error.issues).toEqual([{ path, message: expect.stringMatching(/at most \d+/i) }])
  })

  it('has a line break, control character or lone surrogate in a single line', async () => {
    const before = await claims()
    const hostile = ['Ada\r\nBcc: b@example.com', 'Ada\n', '\rAda', 'a\u0000b', 'a\u0007b', 'a\u2028b', 'a\ud800b']
    for (const path of ['complainantName', 'complainantPhone', 'copyrightOwner', 'electronicSignature'])
      for (const value of hostile) expectError(await file({ [path]: value }), 400, 'invalid_request')
    expect(await claims()).toBe(before)
  })

  it('has a control character or lone surrogate in longer text or addresses', async () => {
    const before = await claims()
    const hostile = ['long enough \u0000', 'long enough \u001b[31m', 'long enough \ud800 and so']
    for (const value of hostile) {
      for (const path of ['complainantAddress', 'workDescription', 'infringementDescription'])
        expectError(await file({ [path]: value }), 400, 'invalid_request')
      expectError(await file({ infringingUrls: [value] }), 400, 'invalid_request')
      expectError(await file({ infringingUrls: JSON.stringify([value]) }), 400, 'invalid_request')
    }
    expect(await claims()).toBe(before)
  })

  it('has an invalid list of addresses', async () => {
    for (const value of ['https://elsewhere.example', '{', '{"a":1}', '"x"', '1', [1], '[[1]]', '[null]', {}, 5, true])
      expectError(await file({ infringingUrls: value }), 400, 'invalid_request')
  })

  it('has too many addresses, and gets a short answer', async () => {
    const refused = async (one: unknown) => {
      const list = Array(15_000).fill(one)
      for (const infringingUrls of [list, JSON.stringify(list)]) {
        const { issues = [] } = expectError(await file({ infringingUrls }), 400, 'invalid_request')
        expect(issues.length).toBeLessThanOrEqual(100)
        expect(new Set(issues.map(({ message }) => message)).size).toBe(1)
      }
    }
    for (const one of ['x', 1, null, []]) await refused(one)
  })

  it('has an item that is not a number', async () => {
    for (const mediaId of ['1', 0, -1, 1.5, 1e308, [], {}, true])
      expectError(await file({ mediaId }), 400, 'invalid_request')
  })

  it('has an invalid body', async () => {
    for (const body of [undefined, '', 'null', '[]', '"x"', '1', 'true', '{']) {
      await forgetCalls()
      expectError(await call(app, ROUTE, { body }), 400)
    }
  })

  it('exceeds the limit and gets the time to wait', async () => {
    await forgetCalls()
    const statuses: number[] = []
    for (let n = 0; n < 20; n++) {
      const reply = await call(app, ROUTE, { body: aClaim() })
      statuses.push(reply.status)
      if (reply.status === 201) continue
      expectError(reply, 429, 'too_many_requests')
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(10).fill(429)])
  })
})
