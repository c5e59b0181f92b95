import { afterEach, expect, test, vi } from 'vitest'
import {
  forgetSession,
  isLoggedOut,
  rememberedSession,
  rememberLogin,
  rememberSession,
  setLoggedOut,
  watchOtherTabs,
} from './stored-session.ts'

const session = { sessionId: 's'.repeat(32), username: 'Ada' }

/** `told` receives the content after each write. */
const stubStorage = (told: (stored: Map<string, string>) => void = () => {}) => {
  const stored = new Map<string, string>()
  const tell = (write: () => unknown) => {
    write()
    told(new Map(stored))
  }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => tell(() => stored.set(key, value)),
    removeItem: (key: string) => tell(() => stored.delete(key)),
  })
}

afterEach(() => vi.unstubAllGlobals())

test('forgets the visitor from a logout until the next login', () => {
  const seen: string[] = []
  stubStorage((stored) => seen.push([...stored.keys()].sort().join(' and ')))
  setLoggedOut(true)
  rememberSession(session)
  expect([...new Set(seen)]).toEqual(['hotvote-logged-out'])

  rememberLogin(session)
  expect(isLoggedOut()).toBe(false)
  expect(rememberedSession()).toMatchObject(session)
  expect([...new Set(seen)]).toEqual([
    'hotvote-logged-out',
    'hotvote-logged-out and hotvote-session',
    'hotvote-session',
  ])
})

test('notices another visitor after a return from the back/forward cache', () => {
  stubStorage()
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  const heard = vi.fn()
  const stop = watchOtherTabs(heard)
  /** Simulates the back/forward cache. */
  const comesBackAfter = (meanwhile: () => void, persisted = true) => {
    heard.mockClear()
    window.dispatchEvent(new Event('pagehide'))
    meanwhile()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    return heard.mock.calls.length
  }
  rememberLogin(session)
  const logOut = () => {
    setLoggedOut(true)
    forgetSession()
  }
  const nothing = () => {}
  const isRenamed = () => rememberSession({ ...session, username: 'Grace' })
  expect([comesBackAfter(nothing), comesBackAfter(isRenamed)]).toEqual([0, 0])
  const logInAs = (id: string) => () => rememberLogin({ ...session, sessionId: id.repeat(32) })
  expect([comesBackAfter(logOut), comesBackAfter(nothing)]).toEqual([1, 0])
  expect([comesBackAfter(logInAs('s')), comesBackAfter(logInAs('t'))]).toEqual([1, 1])
  expect(comesBackAfter(logOut, false)).toBe(0)
  stop()
  expect(comesBackAfter(logInAs('u'))).toBe(0)
})
