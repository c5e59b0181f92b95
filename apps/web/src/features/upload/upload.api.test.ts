import { expect, test } from 'vitest'
import { failureOf } from './upload.api.ts'

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
])('an answer %i with body %s reads: %s', (status, body, text) => {
  expect(failureOf(status, body)).toMatchObject({ message: text, status })
})

test('a stored upload is no failure', () => {
  expect(failureOf(201, '{"id":1}')).toBeUndefined()
})
