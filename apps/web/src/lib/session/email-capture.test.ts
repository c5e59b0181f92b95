import { expect, test } from 'vitest'
import { emailCaptureQuery } from './email-capture.ts'

test('when an address is asked for is kept for thirty minutes', () => {
  expect(emailCaptureQuery).toMatchObject({ staleTime: 30 * 60_000, gcTime: 30 * 60_000 })
})
