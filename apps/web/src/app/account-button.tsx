import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import type { UserMenu } from '../features/account/user-menu.tsx'
import { toastNotLoaded } from '../lib/browser/toasts.ts'
import { useSession } from '../lib/visitor/session.ts'

const load = async () => (await import('../features/account/user-menu.tsx')).UserMenu
type Menu = ComponentType<Parameters<typeof UserMenu>[0]>

type Props = { /** Names the button, too. */ children: ReactNode; side: 'top' | 'bottom'; className: string }

/** Opens the user menu, which is fetched when the button is pointed at or reached, so that no picture waits for it. */
export function AccountButton({ children, side, className }: Props) {
  const { data: user } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [LoadedMenu, setLoadedMenu] = useState<Menu>()
  const button = useRef<HTMLButtonElement>(null)

  const fetchMenu = async () => {
    const menu = await load()
    setLoadedMenu(() => menu)
  }
  // A failure is shown only when the menu is opened.
  const prefetch = () => void fetchMenu().catch(() => {})
  const open = async () => {
    try {
      await fetchMenu()
      setOpen(true)
    } catch {
      toastNotLoaded('The menu')
    }
  }
  if (!user) return <div className={className}>{children}</div>
  return (
    <div className="relative">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={className}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => (isOpen ? setOpen(false) : void open())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          void open()
        }}
      >
        {children}
      </button>
      {LoadedMenu && <LoadedMenu isOpen={isOpen} onOpenChange={setOpen} opener={button} side={side} />}
    </div>
  )
}
