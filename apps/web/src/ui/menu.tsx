import * as Radix from '@radix-ui/react-dropdown-menu'
import { clsx } from 'clsx'
import { Ellipsis, type LucideIcon } from 'lucide-react'

type Item = { label: string; icon?: LucideIcon; isDangerous?: boolean; onSelect: () => void }

/** Actions on one thing behind three dots; `label` names the thing ("Actions for SunnyOtter42"). */
export function Menu({ label, items }: { label: string; items: Item[] }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger
        aria-label={label}
        className="inline-grid size-11 place-items-center rounded-control text-mute hover:bg-raised hover:text-text"
      >
        <Ellipsis aria-hidden className="size-5" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          className="z-30 min-w-44 animate-appear rounded-control border border-line bg-panel p-1 shadow-soft"
        >
          {items.map(({ label: text, icon: Icon, isDangerous, onSelect }) => (
            <Radix.Item
              key={text}
              onSelect={onSelect}
              className={clsx(
                'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-[9px] px-3 outline-none data-highlighted:bg-raised',
                isDangerous && 'text-danger-ink',
              )}
            >
              {Icon && <Icon aria-hidden className="size-4" />}
              {text}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
