import { expect, test } from 'vitest'
import { emailCaptureQuery } from './email-capture.api.ts'

test('caches the setting for ten minutes', () => {
  expect(emailCaptureQuery).toMatchObject({ staleTime: 10 * 60_000, gcTime: 10 * 60_000 })
})
