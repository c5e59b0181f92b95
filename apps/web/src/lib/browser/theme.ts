import { useSyncExternalStore } from 'react'

/** `system` follows the device; `public/theme.js` applies the stored choice before the first paint. */
export type Theme = 'system' | 'light' | 'dark'
const KEY = 'hotvote-theme'
const listeners = new Set<() => void>()

const current = (): Theme => {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function setTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {} // Without storage the choice lasts until the page is closed.
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = () => useSyncExternalStore(subscribe, current)
