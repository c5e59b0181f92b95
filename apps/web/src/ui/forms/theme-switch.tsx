import { clsx } from 'clsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { writeStored } from '../../lib/browser/preferences.ts'
import { store } from '../../lib/browser/store.ts'

/** `public/theme.js` applies the stored theme before the first paint. */
type Theme = 'system' | 'light' | 'dark'

const applied = document.documentElement.dataset.theme
const current = store<Theme>(applied === 'light' || applied === 'dark' ? applied : 'system')

export function setTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  writeStored('hotvote-theme', theme)
  current.set(theme)
}

export const useTheme = current.use

export const themes = [
  { theme: 'system', label: 'System theme', icon: Monitor },
  { theme: 'light', label: 'Light theme', icon: Sun },
  { theme: 'dark', label: 'Dark theme', icon: Moon },
] as const satisfies { theme: Theme; label: string; icon: typeof Sun }[]

export function ThemeSwitch() {
  // The sidebar and the slide-out menu both render a switch, so each needs a unique name.
  const name = useId()
  const current = useTheme()
  return (
    <fieldset className="flex rounded-control border border-line p-0.5">
      <legend className="sr-only">Color theme</legend>
      {themes.map(({ theme, label, icon: Icon }) => (
        <label
          key={theme}
          title={label}
          className={clsx(
            'relative grid h-11 flex-1 place-items-center rounded-[9px] transition-colors',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus',
            theme === current ? 'bg-raised text-text' : 'text-mute hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={theme === current}
            onChange={() => setTheme(theme)}
          />
          <Icon aria-hidden className="size-[18px]" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

export function ThemeButton() {
  const current = useTheme()
  const index = themes.findIndex(({ theme }) => theme === current)
  const now = themes[index] ?? themes[0]
  const next = themes[(index + 1) % themes.length] ?? themes[0]
  const Icon = now.icon
  return (
    <button
      type="button"
      aria-label={`${now.label}, change to ${next.label.toLowerCase()}`}
      onClick={() => setTheme(next.theme)}
      className="grid size-11 place-items-center rounded-control text-mute hover:text-text"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}
