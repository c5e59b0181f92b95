import { describeError } from '../../lib/api/call-error.ts'

/** A cached position may be five minutes old; the answer may take ten seconds (`visitor.md §9`). Milliseconds. */
const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 }

const DENIED = 'Location access denied by user'
/** By the code of the browser's error (`visitor.md §8`). */
const REASONS: Record<number, string> = {
  1: DENIED,
  2: 'Location information unavailable',
  3: 'Location request timed out',
}
const OTHER_REASON = 'Failed to get location'

class LocationError extends Error {}

/** Where the browser is, in degrees. Rejects with what `locationErrorText` puts into words. */
export const currentPosition = () =>
  new Promise<{ latitude: number; longitude: number }>((resolve, reject) => {
    if (!navigator.geolocation) throw new LocationError('Geolocation is not supported by this browser')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => reject(new LocationError(REASONS[code] ?? OTHER_REASON)),
      OPTIONS,
    )
  })

/** The browser's reason, else the server's words, else that it failed. */
export const locationErrorText = (error: Error) =>
  error instanceof LocationError ? error.message : describeError(error, OTHER_REASON)

/** Only the browser's own settings help then. */
export const isDenied = (error: Error) => error instanceof LocationError && error.message === DENIED
