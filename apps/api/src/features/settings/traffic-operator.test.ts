import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { beforeMidnight } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'

const app = await testApp()
beforeEach(beforeMidnight)
beforeEach(() => app.deps.db.query({ text: 'TRUNCATE settings, redirect_counts, audit_log' }))
const admin = <Body = unknown>(route: `${string} ${string}`, body?: unknown) => operatorCall<Body>(app, route, body)
const IDLE = { idleRedirectTime: 60, idleRedirectUrl: 'https://idle.example/' }
const getPages = async (path: string) => {
  const pages: unknown[][] = []
  for (let next: string | undefined = `${path}?limit=2`; next; ) {
    const reply: Awaited<ReturnType<typeof admin<unknown[]>>> = await admin(`GET ${next}`)
    expect(reply.headers['x-total-count']).toBe('3')
    pages.push(reply.body)
    next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1]
  }
  return pages
}
const publicConfig = async () => (await call(app, 'GET /api/idle-redirect-config')).body

describe('the idle redirect', () => {
  it('is off and set to 300 seconds by default', async () => {
    expect((await admin('GET /api/admin/idle-redirect-config')).body).toEqual({
      idleRedirectTime: 300,
      idleRedirectUrl: '',
      isActive: false,
      version: 0,
      id: null,
      createdAt: null,
    })
    expect((await admin('GET /api/admin/idle-redirect-history')).body).toEqual([])
  })

  it('takes effect when it is saved and keeps every version in its history', async () => {
    const first = await admin('POST /api/admin/idle-redirect-config', IDLE)
    expect(first).toMatchObject({ status: 200, body: { ...IDLE, isActive: true } })
    expect(await publicConfig()).toMatchObject({ enabled: true, ...IDLE })
    await admin('POST /api/admin/idle-redirect-config', { idleRedirectTime: 3600, idleRedirectUrl: '' })
    expect(await publicConfig()).toMatchObject({ enabled: false, idleRedirectTime: 3600, idleRedirectUrl: '' })
    const { body } = await admin<{ isActive: boolean }[]>('GET /api/admin/idle-redirect-history')
    expect(body.map(({ isActive }) => isActive)).toEqual([false, true])
    expect(body[1]).toEqual(first.body)
    expect((await admin('GET /api/admin/idle-redirect-config')).body).toEqual(body[0])
    expect(await listAudit(app)).toMatchObject([{ event: 'SETTINGS_UPDATED' }, { event: 'SETTINGS_UPDATED' }])
  })

  it('has a paged history', async () => {
    for (const idleRedirectTime of [30, 31, 32])
      await admin('POST /api/admin/idle-redirect-config', { ...IDLE, idleRedirectTime })
    expect(await getPages('/api/admin/idle-redirect-history')).toMatchObject([
      [{ idleRedirectTime: 32 }, { idleRedirectTime: 31 }],
      [{ idleRedirectTime: 30 }],
    ])
  })

  it.each([
    [{ idleRedirectTime: 29 }, 'Idle redirect time must be at least 30 seconds'],
    [{ idleRedirectTime: 3601 }, 'Idle redirect time must be at most 3600 seconds'],
    [{ idleRedirectTime: 30.5 }, 'Idle redirect time must be whole seconds'],
    [{ idleRedirectTime: '60' }, 'Idle redirect time must be a number'],
    [{ idleRedirectUrl: 'idle.example' }, 'Please enter a valid URL including http:// or https://'],
    [{ idleRedirectUrl: 'ftp://idle.example' }, 'Please enter a valid URL including http:// or https://'],
    [{ idleRedirectUrl: 'http://' }, 'Please enter a valid URL including http:// or https://'],
    [{ idleRedirectUrl: 'javascript:alert(1)' }, 'Please enter a valid URL including http:// or https://'],
  ])('refuses %j', async (wrong, message) => {
    const error = expectError(await admin('POST /api/admin/idle-redirect-config', { ...IDLE, ...wrong }), 400)
    expect(error.error).toBe(message)
    expect((await admin('GET /api/admin/idle-redirect-history')).body).toEqual([])
  })
})

describe('the back button redirect', () => {
  it('takes effect when it is saved and is off with an empty address', async () => {
    expect((await admin('GET /api/admin/back-button-config')).body).toMatchObject({ backButtonUrl: '', id: null })
    const saved = await admin('POST /api/admin/back-button-config', { backButtonUrl: 'http://back.example/x' })
    expect(saved).toMatchObject({ status: 200, body: { backButtonUrl: 'http://back.example/x', isActive: true } })
    expect(await publicConfig()).toMatchObject({ backButtonUrl: 'http://back.example/x' })
    await admin('POST /api/admin/back-button-config', { backButtonUrl: '' })
    expect(await publicConfig()).toMatchObject({ backButtonUrl: '' })
    expect((await admin<unknown[]>('GET /api/admin/back-button-history')).body).toHaveLength(2)
  })

  it.each(['back.example', 'ftp://back.example', 'http://', 'javascript:1'])('refuses %s', async (backButtonUrl) => {
    const reply = await admin('POST /api/admin/back-button-config', { backButtonUrl })
    expect(expectError(reply, 400).error).toBe('Please enter a valid URL including http:// or https://')
  })
})

it('counts redirects per day for ninety days', async () => {
  for (const kind of ['idle', 'idle', 'back', 'swipe']) await call(app, 'POST /api/events', { body: { kind } })
  const { body } = await admin<{ day: string }[]>('GET /api/admin/redirects-per-day')
  expect(body).toHaveLength(90)
  expect(body.at(-1)).toMatchObject({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), idle: 2, back: 1, swipe: 1 })
  expect(body.at(0)).toMatchObject({ idle: 0, back: 0, swipe: 0 })
})
