import { expect, test } from 'vitest'
import { CallError } from '../../../lib/api/call-error.ts'
import { loginProblem } from './login.api.ts'

test('reports a failed login if the response has no message', () => {
  expect(loginProblem(new CallError(502, 'Bad Gateway', '<h1>Bad</h1>'))).toEqual({ text: 'Login failed' })
})
