import type { operatorLogOut } from '@hotvote/shared/operator/operator-login'
import { afterEach, expect, test, vi } from 'vitest'
import { callAsOperator, fetchFileAsOperator } from './call-as-operator.ts'
import { expireOperator, operatorToken, saveOperatorToken } from './operator.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a call', () => callAsOperator<typeof operatorLogOut>('POST /api/admin/logout')],
  ['a file', () => fetchFileAsOperator('/api/admin/audit-logs?export=true')],
])('a refusal of %s ends the login that it was asked for with; another failure does not', async (_what, ask) => {
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
])('a call of %s, refused late, does not end the login that was opened meanwhile', async (_whose, begin) => {
  const { promise: answer, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer)
  begin()
  const call = callAsOperator<typeof operatorLogOut>('POST /api/admin/logout')
  saveOperatorToken('later')
  resolve(new Response('', { status: 401 }))
  await expect(call).rejects.toMatchObject({ status: 401 })
  expect(operatorToken()).toBe('later')
})
