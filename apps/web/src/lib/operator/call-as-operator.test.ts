import type { operatorLogOut } from '@hotvote/shared/operator-login'
import { afterEach, expect, test, vi } from 'vitest'
import { callAsOperator } from './call-as-operator.ts'
import { expireOperator, operatorToken, saveOperatorToken } from './operator.ts'

afterEach(() => vi.unstubAllGlobals())

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
