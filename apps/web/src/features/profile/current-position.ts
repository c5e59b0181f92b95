import { describeError } from '../../lib/api/call-error.ts'

/** Milliseconds (`visitor.md §9`). */
const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 }

const DENIED = 'Location access denied by user'
/** Error messages, keyed by the browser's error code (`visitor.md §8`). */
const REASONS: Record<number, string> = {
  1: DENIED,
  2: 'Location information unavailable',
  3: 'Location request timed out',
}
const OTHER_REASON = 'Failed to get location'

class LocationError extends Error {}

/** Returns the position in degrees. @throws {LocationError} See `locationErrorText`. */
export const currentPosition = () =>
  new Promise<{ latitude: number; longitude: number }>((resolve, reject) => {
    if (!navigator.geolocation) throw new LocationError('Geolocation is not supported by this browser')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => reject(new LocationError(REASONS[code] ?? OTHER_REASON)),
      OPTIONS,
    )
  })

export const locationErrorText = (error: Error) =>
  error instanceof LocationError ? error.message : describeError(error, OTHER_REASON)

/** True if the visitor denied access, which can only be undone in the browser's settings. */
export const isDenied = (error: Error) => error instanceof LocationError && error.message === DENIED
