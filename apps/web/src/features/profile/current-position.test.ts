import { afterEach, expect, test, vi } from 'vitest'
import { currentPosition, isDenied, locationErrorText } from './current-position.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns the error that a browser with this geolocation causes. */
const failWith = (geolocation?: object) => {
  vi.stubGlobal('navigator', { geolocation })
  return currentPosition().catch((error: Error) => error)
}
const failByCode = (code: number) =>
  failWith({ getCurrentPosition: (_: unknown, fail: (error: { code: number }) => void) => fail({ code }) })

test.each([
  [1, 'Location access denied by user', true],
  [2, 'Location information unavailable', false],
  [3, 'Location request timed out', false],
  [9, 'Failed to get location', false],
])('explains error code %i as "%s"', async (code, text, denied) => {
  const error = (await failByCode(code)) as Error
  expect(locationErrorText(error)).toBe(text)
  expect(isDenied(error)).toBe(denied)
})

test('explains a browser without geolocation and a failed call', async () => {
  expect(locationErrorText((await failWith()) as Error)).toBe('Geolocation is not supported by this browser')
  expect(locationErrorText(new Error('broken'))).toBe('Failed to get location')
})
