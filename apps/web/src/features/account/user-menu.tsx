import * as Menu from '@radix-ui/react-dropdown-menu'
import { clsx } from 'clsx'
import { LogOut, type LucideIcon, ShieldCheck, UserRound, UsersRound } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { useCloseOnBack } from '../../lib/browser/screen-history.ts'
import { logOut } from '../../lib/session/open-session.ts'
import { paths } from '../../lib/session/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { Avatar } from '../../ui/media/avatar.tsx'
import { findLoss, type Loss } from './account.api.ts'
import { LogOutDialog } from './log-out-dialog.tsx'
import { LoginDialog } from './login-dialog.tsx'
import { SaveAccountDialog } from './save-account-dialog.tsx'

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Must share the menu's positioned parent. */
  opener: RefObject<HTMLButtonElement | null>
  side: 'top' | 'bottom'
}

/** User menu and its dialogs (`visitor.md §2`). */
export function UserMenu({ isOpen, onOpenChange, opener, side }: Props) {
  const { data: user } = useSession()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'save' | 'login' | { loss: Loss | 'unknown' }>()
  // Runs after the menu has closed, so the next dialog returns the focus to the opener.
  const chosen = useRef<() => void>(undefined)
  const choose = (act: () => void) => () => {
    chosen.current = act
  }
  const closed = (event: Event) => {
    event.preventDefault()
    // A click outside keeps its own focus.
    if (chosen.current || document.activeElement === document.body) opener.current?.focus()
    chosen.current?.()
    chosen.current = undefined
  }
  if (!user) return null
  const close = () => setDialog(undefined)
  const saveFirst = () => {
    // The dialog must return the focus to the opener before the next dialog takes the focus.
    flushSync(close)
    setTimeout(() => setDialog('save'))
  }
  const leave = async () => {
    const loss = await findLoss(user)
    if (loss) setDialog({ loss })
    else await logOut()
  }
  return (
    <>
      <Menu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
        {/* Only an anchor; the real button exists before the menu is loaded. */}
        <Menu.Trigger asChild>
          <span aria-hidden className="pointer-events-none absolute inset-0" />
        </Menu.Trigger>
        <Menu.Content
          aria-labelledby={undefined}
          aria-label="Account menu"
          side={side}
          align={side === 'top' ? 'start' : 'end'}
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={closed}
          onInteractOutside={(event) => {
            // The opener's own click closes the menu; closing here would open the menu again.
            if (event.target instanceof Node && opener.current?.contains(event.target)) event.preventDefault()
          }}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) w-64 animate-appear overflow-y-auto rounded-card border border-line bg-panel p-1.5 shadow-soft"
        >
          <CloseOnBack onBack={() => onOpenChange(false)} />
          <Menu.Label className="flex items-center gap-3 px-2.5 py-2">
            <Avatar username={user.username} />
            <span className="min-w-0 leading-tight">
              <span className="block truncate font-semibold">{user.username}</span>
              {user.email && <span className="block truncate text-[13px] text-mute">{user.email}</span>}
            </span>
          </Menu.Label>
          <Separator />
          <Item icon={UserRound} label="Edit Profile" onSelect={choose(() => navigate(paths.profile))} />
          <Item icon={ShieldCheck} label="Save Account" onSelect={choose(() => setDialog('save'))} />
          <Item icon={UsersRound} label="Login as Different User" onSelect={choose(() => setDialog('login'))} />
          <Separator />
          <Item icon={LogOut} label="Logout" onSelect={choose(() => void leave())} />
        </Menu.Content>
      </Menu.Root>
      {dialog === 'save' && <SaveAccountDialog onClose={close} />}
      {dialog === 'login' && <LoginDialog onClose={close} />}
      {typeof dialog === 'object' && <LogOutDialog user={user} loss={dialog.loss} onSave={saveFirst} onClose={close} />}
    </>
  )
}

function CloseOnBack({ onBack }: { onBack: () => void }) {
  useCloseOnBack(onBack)
  return null
}

const Separator = () => <Menu.Separator className="my-1.5 h-px bg-line" />

function Item({ icon: Icon, label, onSelect }: { icon: LucideIcon; label: string; onSelect: () => void }) {
  return (
    <Menu.Item
      onSelect={onSelect}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 font-medium select-none',
        'focus-visible:-outline-offset-2 data-highlighted:bg-raised',
      )}
    >
      <Icon aria-hidden className="size-5 text-mute" />
      {label}
    </Menu.Item>
  )
}
