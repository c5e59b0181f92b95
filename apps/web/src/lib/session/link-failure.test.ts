import { expect, test } from 'vitest'
import { linkFailureText } from './login-link.ts'

test.each([
  ['invalid-token', 'Invalid or expired magic link'],
  ['expired-token', 'Magic link has expired'],
  ['invalid-user', 'User verification failed'],
  ['verification-failed', 'Account verification failed'],
  ['', 'Something went wrong'],
  ['<b>something</b>', 'Something went wrong'],
])('explains a link that failed with "%s" as: %s', (error, text) => {
  expect(linkFailureText(error)).toBe(text)
})
