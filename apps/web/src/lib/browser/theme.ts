import { writeStored } from './browser-storage.ts'
import { store } from './store.ts'

/** `system` follows the device; `public/theme.js` applies the stored choice before the first paint. */
export type Theme = 'system' | 'light' | 'dark'

const applied = document.documentElement.dataset.theme
const current = store<Theme>(applied === 'light' || applied === 'dark' ? applied : 'system')

export function setTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  writeStored('hotvote-theme', theme)
  current.set(theme)
}

export const useTheme = current.use
