import type { operatorLogOut } from '@hotvote/shared/operator/operator-login'
import { afterEach, expect, test, vi } from 'vitest'
import { callAsOperator, fetchFileAsOperator } from './call-as-operator.ts'
import { expireOperator, operatorToken, saveOperatorToken } from './operator.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a call', () => callAsOperator<typeof operatorLogOut>('POST /api/admin/logout')],
  ['a file', () => fetchFileAsOperator('/api/admin/audit-logs?export=true')],
])('ends the login when %s is refused, but not after another failure', async (_what, ask) => {
  for (const [status, left] of [
    [503, 'mine'],
    [401, null],
  ] as const) {
    vi.stubGlobal('fetch', async () => new Response('', { status }))
    saveOperatorToken('mine')
    await expect(ask()).rejects.toMatchObject({ status })
    expect(operatorToken()).toBe(left)
  }
})

test.each([
  ['an earlier login', () => saveOperatorToken('earlier')],
  ['no login', () => expireOperator()],
])('keeps a newer login when a call of %s is refused late', async (_whose, begin) => {
  const { promise: answer, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer)
  begin()
  const call = callAsOperator<typeof operatorLogOut>('POST /api/admin/logout')
  saveOperatorToken('later')
  resolve(new Response('', { status: 401 }))
  await expect(call).rejects.toMatchObject({ status: 401 })
  expect(operatorToken()).toBe('later')
})
