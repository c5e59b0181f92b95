import type { Contract } from '@hotvote/shared/contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allContracts, call, expectError, quickVisitor } from '../app/call.ts'
import { operatorCall } from '../app/operator.ts'
import { OPERATOR } from '../app/settings.ts'
import { testApp } from '../app/test-app.ts'

type Field = { type?: string; pattern?: string; anyOf?: Field[] }
/** Query fields that accept text, or numbers or dates as text. */
const getFields = ({ query }: Contract) =>
  query
    ? Object.keys(
        (z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as Record<string, Field>,
      )
    : []

const VALUES = [
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01',
  '0001-01-01T00:00:00Z',
  '9999-12-31',
  '0000',
  '9999',
  '%00',
  'a%00b',
  '12',
  '%EF%BF%BE',
]

const app = await testApp()
const visitor = await quickVisitor(app)

const contracts = await allContracts()

describe('input that the database cannot store', () => {
  it.each(
    contracts
      .filter((one) => one.method === 'GET' && getFields(one).length > 0)
      .map((one) => [`GET ${one.path}`, one] as const),
  )('causes no server error in %s', async (_name, one) => {
    const path = one.path.replaceAll(/:(userId)/g, String(visitor.id)).replaceAll(/:\w+/g, '1')
    for (const field of getFields(one))
      for (const value of VALUES) {
        const reply = await call(app, `GET ${path}?${field}=${value}`, { headers: OPERATOR, cookie: visitor.cookie })
        expect(reply.status, `${field}=${value}: ${reply.text.slice(0, 200)}`).toBeLessThan(500)
      }
  })

  it.each([
    ['POST /api/admin/idle-redirect-config', { idleRedirectTime: 60, idleRedirectUrl: 'https://x.test/\ud800' }],
    ['POST /api/admin/back-button-config', { backButtonUrl: 'https://x.test/\ud800' }],
    ['POST /api/admin/ad-config/zone1', { zoneName: 'One', adCode: '<p>\ud800</p>', isActive: true }],
    [
      'POST /api/admin/ad-config/skip-button',
      { zoneName: 'Skip', buttonText: 'Skip', buttonUrl: 'https://x.test/\ud800', isActive: true },
    ],
  ] as const)('is refused by %s for a lone surrogate', async (route, body) => {
    expectError(await operatorCall(app, route, body), 400, 'invalid_request')
    const whole = JSON.parse(JSON.stringify(body).replace('\\ud800', '😀'))
    expect((await operatorCall(app, route, whole)).status).toBe(200)
  })

  it('is refused as the seen time of news for an impossible year', async () => {
    const { status, body } = await call(app, `POST /api/users/${visitor.id}/news-seen`, {
      body: { until: '0000-01-01T00:00:00Z' },
      cookie: visitor.cookie,
    })
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  it('is refused in the cursor of a list sorted by name', async () => {
    for (const text of ['\0', '\ud800']) {
      const cursor = Buffer.from(JSON.stringify([text, 1])).toString('base64url')
      for (const route of ['users?sort=username', 'media?sort=name'])
        expectError(await operatorCall(app, `GET /api/admin/${route}&cursor=${cursor}`), 400, 'invalid_request')
    }
  })
})
