import { store } from './store.ts'

/** Where the operator's credential is kept (`admin.md §3`): that of a login, not the password (docs/decisions/008). */
export const OPERATOR_TOKEN_KEY = 'adminToken'

/** A browser may refuse storage altogether, or be full: what is written then lasts until the page is closed. */
function openStorage(area: () => Storage) {
  const memory = new Map<string, string>()
  return {
    /** What stands under this key, or null. */
    read: (key: string) => {
      try {
        return memory.get(key) ?? area().getItem(key)
      } catch {
        return null
      }
    },
    /** Null forgets it. Says whether what is written outlives the page. */
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

/** For all tabs, and until it is forgotten. */
export const { read: readStored, write: writeStored } = openStorage(() => localStorage)

/** For this tab, and until that is closed. */
export const { read: readInTab, write: writeInTab } = openStorage(() => sessionStorage)

/** Single letters may be switched off: speech input and unsteady hands press them unawares (WCAG 2.1.4). */
export const areLettersOn = () => readStored('hotvote-letter-keys') !== 'off'

export const setLettersOn = (isOn: boolean) => writeStored('hotvote-letter-keys', isOn ? null : 'off')

const stored = readStored('hotvote-sound')

/** Whether films have sound, as the visitor chose last; undefined until they did. */
const choice = store<boolean | undefined>(stored === null ? undefined : stored === 'on')

export const useSoundChoice = choice.use

export function chooseSound(isOn: boolean) {
  writeStored('hotvote-sound', isOn ? 'on' : 'off')
  choice.set(isOn)
}

/** Whether this browser refuses our cookie: it says so, or a session that was opened just now is not known. */
export const cookiesBlocked = store(navigator.cookieEnabled === false)
