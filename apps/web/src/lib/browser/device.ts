/** Pixels before a touch is more than a tap. */
export const TAP_SLOP = 8
/** Up to so many pixels from the left edge of the window a touch belongs to the back gesture (`visitor.md §9`). */
export const BACK_EDGE = 50

/** Whether a dialog that opens by itself may take the keyboard into its field: on a screen keyboards slide in with it. */
export const hasMouse = () => matchMedia('(pointer: fine)').matches

/** Whether the visitor asked their device for less movement. */
export const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether the visitor asked their browser to send and fetch less. Not every browser tells. */
export const savesData = () => 'connection' in navigator && Object(navigator.connection).saveData === true

/** 24 random bytes as 32 characters of the base64url alphabet (`visitor.md §9`), also where there is no TLS. */
export const randomId = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
