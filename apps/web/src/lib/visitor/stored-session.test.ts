import { afterEach, expect, test, vi } from 'vitest'
import { isLoggedOut, rememberedSession, rememberLogin, rememberSession, setLoggedOut } from './stored-session.ts'

const session = { sessionId: 's'.repeat(32), username: 'Ada' }

/** A browser's storage; `told` gets what is in it after each write, as another tab may read it. */
const stubStorage = (told: (stored: Map<string, string>) => void) => {
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

test('whoever is logged out is not remembered, but by a login, which another tab finds once the marker is gone', () => {
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
