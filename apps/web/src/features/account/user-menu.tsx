import type { Session } from '@hotvote/shared/visitor/sessions'
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { LogOut, type LucideIcon, ShieldCheck, UserRound, UsersRound } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { useCloseOnBack } from '../../lib/browser/screen-history.ts'
import { fromMenu, useMagicLink } from '../../lib/session/magic-link.ts'
import { logOut } from '../../lib/session/open-session.ts'
import { paths } from '../../lib/session/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { setTheme, themes, useTheme } from '../../ui/forms/theme-switch.tsx'
import { Avatar } from '../../ui/media/avatar.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { describeLogoutLoss, loginLinkMutation } from './account.api.ts'
import { LinkRequest, SecureAccess } from './link-request.tsx'

type LogOutProps = { user: Session; loss: string; onSave: () => void; onClose: () => void }

function LogOutDialog({ user, loss, onSave, onClose }: LogOutProps) {
  return (
    <Dialog
      title={loss}
      description={`${user.username} isn't saved. If you log out, you'll lose access to it. Save it first, and you can log in again with your email.`}
      onClose={onClose}
    >
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="primary" className="flex-1 whitespace-nowrap" onClick={onSave}>
          Save first
        </Button>
        <Button className="flex-1 whitespace-nowrap" onClick={() => void logOut()}>
          Log out
        </Button>
      </div>
    </Dialog>
  )
}

function SaveAccountDialog({ onClose }: { onClose: () => void }) {
  const { data: user } = useSession()
  const { send, isPending } = useMagicLink(fromMenu)
  const description = user?.emailVerified
    ? `Your account is saved as ${user.email}. Enter a new email to change it.`
    : 'Keep your uploads, votes and name, on this device and on others.'
  return (
    <Dialog title="Save Your Account" description={description} onClose={onClose}>
      {/* The key resets the form after the account has been saved. */}
      <LinkRequest
        key={user?.email}
        isSaving
        takesFocus
        action="Send Magic Link"
        outcome="Click it to save your account."
        isPending={isPending}
        send={send}
      >
        <SecureAccess />
      </LinkRequest>
    </Dialog>
  )
}

function LoginDialog({ onClose }: { onClose: () => void }) {
  const { data: user } = useSession()
  const { mutate, isPending } = useMutation(loginLinkMutation)
  return (
    <Dialog
      title="Login as Different User"
      description="Enter the email of a saved account and we'll send you a login link."
      onClose={onClose}
    >
      <LinkRequest
        takesFocus
        action="Send Login Link"
        isPending={isPending}
        send={(email, onSent) => mutate(email, { onSuccess: onSent })}
      >
        {user && !user.emailVerified && (
          <p className="text-sm text-mute">{user.username} isn't saved. Save it first if you want to use it again.</p>
        )}
      </LinkRequest>
    </Dialog>
  )
}

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  side: 'top' | 'bottom'
  /** Look and content of the button that opens the menu. */
  className: string
  children: ReactNode
}

/** User menu and its dialogs (`visitor.md §2`). */
export function UserMenu({ isOpen, onOpenChange, side, className, children }: Props) {
  const { data: user } = useSession()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'save' | 'login' | { loss: string }>()
  // Run the chosen action only after the button has the focus again, so its dialog can return focus to the button.
  const chosen = useRef<() => void>(undefined)
  const choose = (act: () => void) => () => {
    chosen.current = act
  }
  const actOnChoice = () => {
    chosen.current?.()
    chosen.current = undefined
  }
  if (!user) return null
  const close = () => setDialog(undefined)
  const saveFirst = () => {
    // Close this dialog first, so focus is back on the opener when the next dialog opens.
    flushSync(close)
    setTimeout(() => setDialog('save'))
  }
  const leave = async () => {
    const loss = await describeLogoutLoss(user)
    if (loss) setDialog({ loss })
    else await logOut()
  }
  return (
    <>
      <Menu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
        <Menu.Trigger className={className}>{children}</Menu.Trigger>
        <Menu.Content
          aria-labelledby={undefined}
          aria-label="Account menu"
          side={side}
          align={side === 'top' ? 'start' : 'end'}
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={() => queueMicrotask(actOnChoice)}
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
          <ThemeItems />
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

const Separator = () => <Menu.Separator className="my-1.5 h-px bg-line low:my-0.5" />

/** The menu stays open after choosing a theme, so the effect is visible. */
function ThemeItems() {
  const current = useTheme()
  return (
    <Menu.RadioGroup aria-label="Color theme" value={current} className="flex">
      {themes.map(({ theme, label, icon: Icon }) => (
        <Menu.RadioItem
          key={theme}
          value={theme}
          title={label}
          onSelect={(event) => {
            event.preventDefault()
            setTheme(theme)
          }}
          className="grid h-11 flex-1 cursor-pointer place-items-center rounded-control text-mute focus-visible:-outline-offset-2 data-highlighted:text-text data-[state=checked]:bg-raised data-[state=checked]:text-text"
        >
          <Icon aria-hidden className="size-5" />
          <span className="sr-only">{label}</span>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

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
