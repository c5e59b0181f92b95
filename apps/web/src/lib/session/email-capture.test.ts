import { expect, test } from 'vitest'
import { emailCaptureQuery } from './email-capture.ts'

test('caches the setting for thirty minutes', () => {
  expect(emailCaptureQuery).toMatchObject({ staleTime: 30 * 60_000, gcTime: 30 * 60_000 })
})
