import * as Radix from '@radix-ui/react-dialog'
import { type Query, useIsFetching } from '@tanstack/react-query'
import { CircleUserRound, LoaderCircle, LogOut, Menu, Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react'
import { Link } from 'wouter'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { useDebounced } from '../../lib/browser/hooks.ts'
import { store } from '../../lib/browser/store.ts'
import { adminPaths } from '../../lib/operator/admin-paths.ts'
import { toastNotLoaded } from '../../lib/session/work-under-way.ts'
import { setTheme, themes } from '../../ui/forms/theme-switch.tsx'
import { Logo } from '../../ui/media/logo.tsx'
import { CloseButton, DialogFrame } from '../../ui/overlays/dialog.tsx'
import { mayGoTo } from '../leave-guard.tsx'
import { SkipLink, useFocusOnNavigation } from '../main-focus.tsx'
import { AdminMenu, useOperatorLogout, WaitingLink } from './admin-menu.tsx'
import { useAdminGroups } from './admin-navigation.ts'

/** Milliseconds. */
const SLOW_MS = 1000

/** Tells the operator if loading takes more than a second. Overlays the page, so the content does not shift. */
function SlowLoading() {
  // Count only first loads, not background refetches.
  const isAwaited = ({ state }: Query) => state.data === undefined
  const isLoading = useIsFetching({ type: 'active', predicate: isAwaited }) > 0
  const isSlow = useDebounced(isLoading, SLOW_MS) && isLoading
  return (
    <div
      role="status"
      className="mx-safe pointer-events-none fixed inset-x-4 z-30 grid justify-items-center max-lg:bottom-[calc(var(--toast-bottom,0px)+1rem)] lg:top-3 lg:left-64"
    >
      {isSlow && (
        <p className="flex animate-appear items-center gap-2 rounded-full border border-line bg-panel px-3.5 py-1.5 text-sm font-semibold shadow-soft">
          <LoaderCircle aria-hidden className="size-4 animate-spin" />
          Still loading…
        </p>
      )}
    </div>
  )
}

const CommandMenu = lazyComponent(
  async () => (await import('../../features/admin/command-menu/command-menu.tsx')).CommandMenu,
)

const isOpen = store(false)
const close = () => isOpen.set(false)
const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null
/** Opens the menu, unless another dialog was opened while the menu's code was loading. */
const show = () => void (isDialogOpen() || isOpen.set(true))
const open = () => void CommandMenu.fetch().then(show, () => toastNotLoaded('The menu'))

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Command menu, opened with Ctrl+K or ⌘K. */
function AdminCommands() {
  const logout = useOperatorLogout()
  const groups = useAdminGroups()
  // A layout effect makes the shortcut work as soon as the button is visible.
  useLayoutEffect(() => {
    // Close the menu if it was opened late, after the login had ended.
    close()
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      // Prevent the browser's own shortcut, which focuses the address bar.
      event.preventDefault()
      if (event.repeat) return
      if (isOpen.get()) close()
      else if (!isDialogOpen()) open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (!isOpen.use()) return null
  const own = { path: adminPaths.ownLogin, label: 'Your login', icon: CircleUserRound }
  const screens = [...groups.flatMap(({ destinations }) => destinations), own]
  const acts = [
    ...themes.map(({ theme, ...act }) => ({ ...act, run: () => setTheme(theme) })),
    { label: 'Logout', icon: LogOut, run: () => void logout() },
  ]
  return <CommandMenu screens={screens} acts={acts} mayGoTo={mayGoTo} onClose={close} />
}

/** Focuses itself on click, which Safari does not do. Closing the menu returns focus to its opener. */
const MenuButton = ({ onOpen, ...props }: ComponentProps<'button'> & { onOpen: () => void }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={({ currentTarget }) => {
      currentTarget.focus()
      onOpen()
    }}
    className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-raised"
    {...props}
  />
)

const CommandButton = () => (
  <MenuButton
    aria-label="Go to"
    aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
    title={`Go to a screen, a user or an item (${isApple ? '⌘K' : 'Ctrl K'})`}
    onOpen={open}
  >
    <Search aria-hidden className="size-5" />
  </MenuButton>
)

/** Layout of the operator screens: sidebar from 1024 px, slide-out menu on narrower screens. */
export function AdminShell({ children }: { children: ReactNode }) {
  const main = useFocusOnNavigation()
  return (
    <div data-operator className="flex min-h-svh flex-col lg:flex-row">
      <SkipLink />
      <header className="sticky top-0 hidden h-svh w-[calc(--spacing(60)+var(--safe-left))] shrink-0 flex-col gap-4 overflow-y-auto border-r border-line bg-panel p-3.5 pl-[calc(--spacing(3.5)+var(--safe-left))] lg:flex">
        <AdminMenu>
          <CommandButton />
        </AdminMenu>
      </header>
      <PhoneHeader />
      <AdminCommands />
      <SlowLoading />
      <main id="main" ref={main} tabIndex={-1} className="flex min-w-0 flex-1 flex-col px-safe lg:pl-0">
        {children}
      </main>
    </div>
  )
}

function PhoneHeader() {
  return (
    <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center justify-between border-b border-line bg-panel pr-[calc(--spacing(2)+var(--safe-right))] pl-[calc(--spacing(4)+var(--safe-left))] lg:hidden">
      <Link href={adminPaths.home} className="flex items-baseline gap-2 rounded-control">
        <Logo />
        <span className="text-sm text-mute">admin</span>
      </Link>
      <div className="flex">
        <WaitingLink />
        <CommandButton />
        <SlideOutMenu />
      </div>
    </header>
  )
}

/** Focuses the current page's link instead of the theme switch, where arrow keys would change the theme. */
const focusCurrent = (event: Event) => {
  if (!(event.target instanceof HTMLElement)) return
  event.preventDefault()
  const menu = event.target
  const first = menu.querySelector<HTMLElement>('[aria-current=page]') ?? menu.querySelector<HTMLElement>('a')
  first?.focus()
}

function SlideOutMenu() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <MenuButton aria-label="Menu" aria-expanded={isOpen} onOpen={() => setOpen(true)}>
        <Menu aria-hidden className="size-5" />
      </MenuButton>
      {isOpen && (
        <DialogFrame
          aria-describedby={undefined}
          onClose={close}
          onOpenAutoFocus={focusCurrent}
          className="-ml-(--safe-left) flex w-[calc(min(19rem,100%-3.5rem)+var(--safe-left))] animate-slide-in flex-col gap-5 overflow-y-auto border-r border-line bg-panel p-3.5 pl-[calc(--spacing(3.5)+var(--safe-left))] shadow-soft"
        >
          <Radix.Title className="sr-only">Menu</Radix.Title>
          <AdminMenu onLeave={close} />
          <CloseButton className="absolute top-4 right-3" />
        </DialogFrame>
      )}
    </>
  )
}
