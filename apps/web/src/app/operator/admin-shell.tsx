import * as Radix from '@radix-ui/react-dialog'
import { Menu } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { adminPaths } from '../../lib/operator/admin-paths.ts'
import { Logo } from '../../ui/media/logo.tsx'
import { CloseButton, DialogFrame } from '../../ui/overlays/dialog.tsx'
import { SkipLink } from '../skip-link.tsx'
import { SlowLoading } from '../slow-loading.tsx'
import { useFocusOnNavigation } from '../use-focus-on-navigation.ts'
import { AdminCommands, CommandButton } from './admin-commands.tsx'
import { AdminMenu, WaitingLink } from './admin-menu.tsx'

/** Layout of the operator screens: sidebar from 1024 px, menu below. */
export function AdminShell({ children }: { children: ReactNode }) {
  const main = useFocusOnNavigation()
  return (
    <div className="flex min-h-svh flex-col lg:flex-row">
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

/** Focuses the current page's link; the default focus is the theme switch, where arrow keys change the theme. */
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
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={({ currentTarget }) => {
          // The menu returns the focus to its opener, but Safari does not focus a clicked button.
          currentTarget.focus()
          setOpen(true)
        }}
        className="grid size-11 place-items-center rounded-control hover:bg-raised"
      >
        <Menu aria-hidden className="size-5" />
      </button>
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
