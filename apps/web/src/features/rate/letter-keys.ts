const KEY = 'hotvote-letter-keys'

/** Single letters may be switched off: speech input and unsteady hands press them unawares (WCAG 2.1.4). */
export function areLettersOn() {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function setLettersOn(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {} // Without storage they stay on.
}
