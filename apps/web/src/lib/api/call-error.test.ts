import { expect, test } from 'vitest'
import { CallError, describeError, isOutage, isTransient, retryAfterIn } from './call-error.ts'

const body = JSON.stringify({ error: 'Gone', message: 'Gone', code: 'not_found', requestId: '1' })

test('uses status and body as the message, or the status text without a body', () => {
  expect(new CallError(404, 'Not Found', body).message).toBe(`404: ${body}`)
  expect(new CallError(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway')
})

test("describes an error in the server's text, never in its JSON or HTML", () => {
  expect(describeError(new CallError(404, 'Not Found', body), 'Sorry')).toBe('Gone')
  expect(describeError(new CallError(502, 'Bad Gateway', '<h1>Bad</h1>'), 'Sorry')).toBe('Sorry')
  expect(describeError(new TypeError('Failed to fetch'), 'Sorry')).toBe('Sorry')
})

test('keeps the issues of the fields when the server names them', () => {
  const issues = [{ path: 'name', message: 'Too long' }]
  expect(new CallError(400, '', JSON.stringify({ error: 'Too long', issues }))).toMatchObject({
    text: 'Too long',
    issues,
  })
  for (const other of [body, '<h1>Bad</h1>', '', '{"issues":"none"}'])
    expect(new CallError(400, '', other).issues).toEqual([])
})

test('allows a retry only without an answer or after a server failure', () => {
  expect(isTransient(new TypeError('Failed to fetch'))).toBe(true)
  expect(isTransient(new CallError(503, '', ''))).toBe(true)
  expect(isTransient(new CallError(409, '', ''))).toBe(false)
})

test('distinguishes an outage from a refusal and a server failure', () => {
  for (const status of [502, 503, 504]) expect(isOutage(new CallError(status, '', ''))).toBe(true)
  for (const status of [409, 429, 500]) expect(isOutage(new CallError(status, '', ''))).toBe(false)
  expect(isOutage(new TypeError('Failed to fetch'))).toBe(true)
  expect(isOutage(new DOMException('Late', 'TimeoutError'))).toBe(true)
})

test('reads Retry-After as seconds or as a date, at most five minutes', () => {
  expect(retryAfterIn('7')).toBe(7000)
  expect(retryAfterIn('86400')).toBe(300_000)
  const inTenSeconds = new Date(Date.now() + 10_000).toUTCString()
  expect(retryAfterIn(inTenSeconds)).toBeGreaterThan(8000)
  for (const none of [null, '', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT']) expect(retryAfterIn(none)).toBe(0)
})
