import { type ReactNode, useRef, useState } from 'react'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { useSession } from '../../lib/session/session.ts'
import { toastNotLoaded } from '../../lib/session/work-under-way.ts'

const UserMenu = lazyComponent(async () => (await import('../../features/account/user-menu.tsx')).UserMenu)

type Props = { children: ReactNode; side: 'top' | 'bottom'; className: string }

/** Loads the user menu on hover or focus, so it does not delay the photo. */
export function AccountButton({ children, side, className }: Props) {
  const { data: user } = useSession()
  const [isOpen, setOpen] = useState(false)
  // Stays mounted after closing, because it may have opened a dialog.
  const [wasOpened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  const show = () => {
    setOpen(true)
    setOpened(true)
  }
  const open = () => void UserMenu.fetch().then(show, () => toastNotLoaded('The menu'))
  if (!user) return <div className={className}>{children}</div>
  return (
    <div className="relative">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={className}
        onPointerEnter={UserMenu.prefetch}
        onFocus={UserMenu.prefetch}
        onClick={() => (isOpen ? setOpen(false) : open())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          open()
        }}
      >
        {children}
      </button>
      {wasOpened && <UserMenu isOpen={isOpen} onOpenChange={setOpen} opener={button} side={side} />}
    </div>
  )
}
