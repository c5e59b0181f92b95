import { LogOut, Monitor, Moon, Search, Sun } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { store } from '../../lib/browser/store.ts'
import { toastNotLoaded } from '../../lib/session/work-under-way.ts'
import { setTheme } from '../../ui/forms/theme-switch.tsx'
import { mayGoTo } from '../leave-guard.tsx'
import { adminGroups } from './admin-navigation.ts'
import { useOperatorLogout } from './use-operator-logout.ts'

const CommandMenu = lazyComponent(
  async () => (await import('../../features/admin/command-menu/command-menu.tsx')).CommandMenu,
)

const isOpen = store(false)
const close = () => isOpen.set(false)
const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null
/** Another dialog may have opened during the fetch. */
const show = () => void (isDialogOpen() || isOpen.set(true))
const open = () => void CommandMenu.fetch().then(show, () => toastNotLoaded('The menu'))

const screens = adminGroups.flatMap(({ destinations }) => destinations)
const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Command menu, opened by Ctrl-K or ⌘K. */
export function AdminCommands() {
  const logout = useOperatorLogout()
  // A layout effect, so the key works from the first frame that shows the button.
  useLayoutEffect(() => {
    // The menu may have been fetched for a login that has ended.
    close()
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      // The browser's own shortcut would move the focus out of the page.
      event.preventDefault()
      if (event.repeat) return
      if (isOpen.get()) close()
      else if (!isDialogOpen()) open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (!isOpen.use()) return null
  const acts = [
    { label: 'Light theme', icon: Sun, run: () => setTheme('light') },
    { label: 'Dark theme', icon: Moon, run: () => setTheme('dark') },
    { label: 'System theme', icon: Monitor, run: () => setTheme('system') },
    { label: 'Logout', icon: LogOut, run: () => void logout() },
  ]
  return <CommandMenu screens={screens} acts={acts} mayGoTo={mayGoTo} onClose={close} />
}

export const CommandButton = () => (
  <button
    type="button"
    aria-label="Go to"
    aria-haspopup="dialog"
    aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
    title={`Go to a screen, a user or an item (${isApple ? '⌘K' : 'Ctrl K'})`}
    onClick={({ currentTarget }) => {
      // The menu returns the focus to its opener, but Safari does not focus a clicked button.
      currentTarget.focus()
      open()
    }}
    className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-raised"
  >
    <Search aria-hidden className="size-5" />
  </button>
)
