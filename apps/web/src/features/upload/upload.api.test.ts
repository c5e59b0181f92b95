import { expect, test } from 'vitest'
import { CallError, NotCalledError } from '../../lib/api/call-error.ts'
import { toFailure, toSessionFailure } from './upload.api.ts'

test.each([
  [400, '{"message":"No picture","code":"unreadable_media"}', true],
  [400, '{"message":"The upload was too slow.","code":"malformed_body"}', false],
  [401, '{}', false],
  [403, '{"code":"blocked"}', false],
  [413, '<html>Request Entity Too Large</html>', true],
  [415, '{}', true],
  [429, '{}', false],
  [451, '{"code":"taken_down"}', true],
  [503, '{}', false],
  [200, '<html>Log in to the hotel network</html>', false],
])('treats an answer %i with body %s as final: %s', (status, body, isFinal) => {
  expect(toFailure(status, body)).toMatchObject({ isFinal })
})

test.each([
  [413, '{"message":"That file is too large","error":"x"}', 'That file is too large'],
  [429, '{"message":"Too many uploads","code":"too_many_requests"}', 'Too many uploads'],
  [502, '<html>Bad Gateway</html>', 'Upload failed with status 502'],
  [500, '', 'Upload failed with status 500'],
  [500, '{"message":"  "}', 'Upload failed with status 500'],
  [500, '{"message":{"a":1}}', 'Upload failed with status 500'],
  [500, 'null', 'Upload failed with status 500'],
  [200, '<html>Log in to the hotel network</html>', 'Upload failed'],
  [201, '', 'Upload failed'],
])('explains an answer %i with body %s as: %s', (status, body, text) => {
  expect(toFailure(status, body)).toMatchObject({ message: text, status })
})

test('reports no failure for a stored upload', () => {
  expect(toFailure(201, '{"id":1}')).toBeUndefined()
})

test.each([
  { error: new TypeError('Failed to fetch'), message: 'Network error during upload', status: 0 },
  { error: new DOMException('signal timed out', 'TimeoutError'), message: 'Network error during upload', status: 0 },
  { error: new CallError(503, '', '{"message":"Busy, try again"}'), message: 'Busy, try again', status: 503 },
  { error: new CallError(502, 'Bad Gateway', '<html>'), message: 'Upload failed with status 502', status: 502 },
  { error: new NotCalledError('Cookies are blocked.'), message: 'Cookies are blocked.', status: 0 },
  { error: new SyntaxError('Unexpected token <'), message: 'Upload failed', status: 0 },
])('explains a session that cannot be opened because of "$error" as: $message', ({ error, message, status }) => {
  expect(toSessionFailure(error)).toMatchObject({ message, status })
})
