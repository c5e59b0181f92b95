/** Pixels that a finger may move during a tap. */
export const TAP_SLOP = 8
/** Width in pixels of the left edge, which is reserved for the back gesture (`visitor.md §9`). */
export const BACK_EDGE = 50

/** False on touch devices, where focusing a field would open the on-screen keyboard. */
export const hasMouse = () => matchMedia('(pointer: fine)').matches

export const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** True if the visitor turned data saving on; only some browsers report this setting. */
export const savesData = () => 'connection' in navigator && Object(navigator.connection).saveData === true

/** Returns 24 random bytes as 32 base64url characters (`visitor.md §9`). Works without TLS. */
export const randomId = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
