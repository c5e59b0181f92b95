// A browser may refuse storage altogether; the visit then lives in memory.
const memory = new Map<string, string>()

/** What the browser keeps under this key, or null. */
export const readStored = (key: string) => {
  try {
    return localStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

/** Null forgets it. */
export const writeStored = (key: string, value: string | null) => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value === null) memory.delete(key)
    else memory.set(key, value)
  }
}
