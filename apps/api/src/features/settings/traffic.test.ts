import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError, expectSentOnce } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { beforeMidnight } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'

const app = await testApp()
const sql = <Row>(text: string, values: unknown[] = []) => app.deps.db.query<Row>({ text }, values)
beforeEach(beforeMidnight)
beforeEach(() => sql('TRUNCATE settings, redirect_counts, rate_limits'))

const CONFIG = 'GET /api/idle-redirect-config'
const config = () => call(app, CONFIG)
const _setIdle = (idleRedirectTime: number, idleRedirectUrl: string) =>
  operatorCall(app, 'POST /api/admin/idle-redirect-config', { idleRedirectTime, idleRedirectUrl })
const setBack = (backButtonUrl: string) => operatorCall(app, 'POST /api/admin/back-button-config', { backButtonUrl })

describe('the redirects', () => {
  it('are off by default', async () => {
    expect(await config()).toMatchObject({
      status: 200,
      body: { enabled: false, idleRedirectTime: 300, idleRedirectUrl: '', backButtonUrl: '' },
    })
  })

  it('answer 304 until they change', async () => {
    const again = await expectSentOnce(app, CONFIG, expect.objectContaining({ backButtonUrl: '' }))
    await setBack('https://back.example/')
    expect((await again()).status).toBe(200)
  })
})

describe('an event', () => {
  const record = (body: unknown, headers = {}) => call(app, 'POST /api/events', { body, headers })
  const counts = () =>
    sql(`SELECT kind, count, day = (now() AT TIME ZONE 'UTC')::date AS today FROM redirect_counts ORDER BY kind`)

  it('is counted by kind and day without a session', async () => {
    const answers = await Promise.all(['idle', 'back', 'swipe', 'back'].map((kind) => record({ kind })))
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(4).fill([204, '']))
    expect(await counts()).toEqual([
      { kind: 'back', count: 2, today: true },
      { kind: 'idle', count: 1, today: true },
      { kind: 'swipe', count: 1, today: true },
    ])
  })

  it.each([{}, { kind: 'forward' }, { kind: ['idle'] }, 'idle', null])('is refused when invalid: %j', async (body) => {
    expectError(await record(JSON.stringify(body)), 400)
    expect(await counts()).toEqual([])
  })

  it('is counted at most sixty times a minute per address', async () => {
    const strict = await testApp({ DATABASE_URL: app.deps.config.databaseUrl, RATE_LIMITS: 'on' })
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => call(strict, 'POST /api/events', { body: { kind: 'idle' } })),
    )
    const refused = answers.filter(({ status }) => status !== 204)
    expect(refused).toHaveLength(1)
    for (const reply of refused) expectError(reply, 429, 'too_many_requests')
    expect(await counts()).toEqual([{ kind: 'idle', count: 60, today: true }])
  })
})
