// A browser may refuse storage altogether, or be full: what is written then lasts until the page is closed.
const memory = new Map<string, string>()

/** What the browser keeps under this key, or null. */
export const readStored = (key: string) => {
  try {
    return memory.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null forgets it. */
export const writeStored = (key: string, value: string | null) => {
  memory.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) memory.set(key, value)
  }
}

/** Whether what is written now is gone with the page. */
export const isStorageBlocked = () => {
  const key = 'hotvote-probe'
  writeStored(key, 'kept')
  const isBlocked = memory.has(key)
  writeStored(key, null)
  return isBlocked
}
