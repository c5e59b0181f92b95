import { store } from './store.ts'

/** Key of the stored login token; the password is never stored (`admin.md §3`, docs/decisions/008). */
export const OPERATOR_TOKEN_KEY = 'adminToken'

/** Falls back to memory if storage is blocked or full. */
function openStorage(area: () => Storage) {
  const memory = new Map<string, string>()
  return {
    read: (key: string) => {
      try {
        return memory.get(key) ?? area().getItem(key)
      } catch {
        return null
      }
    },
    /** Stores a value, or deletes the key if the value is null. Returns false if the value is kept in memory only. */
    write: (key: string, value: string | null) => {
      memory.delete(key)
      try {
        if (value === null) area().removeItem(key)
        else area().setItem(key, value)
        return true
      } catch {
        if (value !== null) memory.set(key, value)
        return false
      }
    },
  }
}

/** Values in local storage, which all tabs share. */
export const { read: readStored, write: writeStored } = openStorage(() => localStorage)

/** Values in session storage, which last until the tab is closed. */
export const { read: readInTab, write: writeInTab } = openStorage(() => sessionStorage)

/** Single-letter shortcuts can be disabled, because speech input may trigger them (WCAG 2.1.4). */
export const areLettersOn = () => readStored('hotvote-letter-keys') !== 'off'

export const setLettersOn = (isOn: boolean) => writeStored('hotvote-letter-keys', isOn ? null : 'off')

const stored = readStored('hotvote-sound')

/** Sound preference, undefined until the visitor has chosen. */
const choice = store<boolean | undefined>(stored === null ? undefined : stored === 'on')

export const useSoundChoice = choice.use

export function chooseSound(isOn: boolean) {
  writeStored('hotvote-sound', isOn ? 'on' : 'off')
  choice.set(isOn)
}

/** True if the browser reports blocked cookies, or if the server does not recognize a new session. */
export const cookiesBlocked = store(navigator.cookieEnabled === false)
