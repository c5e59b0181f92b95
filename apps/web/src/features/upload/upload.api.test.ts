import { expect, test } from 'vitest'
import { CallError, NotCalledError } from '../../lib/api/call-error.ts'
import { describeFailure, isRetriable } from './upload.api.ts'

test.each([
  [400, '{"message":"No picture","code":"unreadable_media"}', false],
  [400, '{"message":"The upload was too slow.","code":"malformed_body"}', true],
  [401, '{}', true],
  [403, '{"code":"blocked"}', true],
  [413, '<html>Request Entity Too Large</html>', false],
  [415, '{}', false],
  [429, '{}', true],
  [451, '{"code":"taken_down"}', false],
  [503, '{}', true],
])('after an answer %i with body %s, allows a retry: %s', (status, body, isAllowed) => {
  expect(isRetriable(new CallError(status, '', body))).toBe(isAllowed)
})

test.each([
  [413, '{"message":"That file is too large","error":"x"}', 'That file is too large'],
  [429, '{"message":"Too many uploads","code":"too_many_requests"}', 'Too many uploads'],
  [502, '<html>Bad Gateway</html>', 'Upload failed with status 502'],
  [500, '', 'Upload failed with status 500'],
  [500, 'null', 'Upload failed with status 500'],
])('explains an answer %i with body %s as: %s', (status, body, text) => {
  expect(describeFailure(new CallError(status, '', body))).toBe(text)
})

test.each([
  { error: new TypeError('Failed to fetch'), text: 'Network error during upload' },
  { error: new DOMException('signal timed out', 'TimeoutError'), text: 'Network error during upload' },
  { error: new NotCalledError('Cookies are blocked.'), text: 'Cookies are blocked.' },
  { error: new SyntaxError('Unexpected token <'), text: 'Upload failed' },
])('explains "$error" as: $text', ({ error, text }) => {
  expect(describeFailure(error)).toBe(text)
})
