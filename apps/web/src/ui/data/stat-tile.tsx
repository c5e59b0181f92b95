import { count } from '@hotvote/shared/counted'
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Tone, tones } from './badge.tsx'

type Props = {
  label: string
  /** Undefined while loading. */
  value: ReactNode | undefined
  icon: LucideIcon
  note?: ReactNode
  /** Color of the value and note. `neutral` is for a zero that needs no attention. */
  tone?: Tone
  href?: string
  /** True if the tile's filter is active. */
  isCurrent?: boolean
}

const tileClass = 'block rounded-card border bg-panel px-3 py-3 sm:py-3.5 lg:px-4'
/** Fits three tiles into one row on phones. */
const IN_THREE = {
  icon: 'max-sm:group-[:has(>:nth-child(3):last-child)]/tiles:hidden',
  value: 'max-sm:group-[:has(>:nth-child(3):last-child)]/tiles:text-lg',
}

/** Returns a formatted count, a dash after a failure, or undefined while loading. */
export const figure = (value: number | undefined, isError: boolean) =>
  value === undefined ? (isError ? '–' : undefined) : count(value)

export function StatTile({ label, value, icon: Icon, note, tone, href, isCurrent }: Props) {
  const content = (
    <>
      <span className="flex items-center gap-1 text-[13px] text-mute lg:gap-1.5 lg:text-sm">
        <Icon aria-hidden className={clsx('size-4 shrink-0', IN_THREE.icon)} />
        {label}
      </span>
      <span
        className={clsx(
          'mt-0.5 block min-h-9 text-[1.625rem] leading-9 font-bold tracking-tight',
          IN_THREE.value,
          tone && tones[tone],
        )}
      >
        {value ?? <ValueSkeleton />}
      </span>
      {note !== undefined && (
        <span className={clsx('block text-sm first-letter:uppercase', tone ? tones[tone] : 'text-mute')}>{note}</span>
      )}
    </>
  )
  if (href === undefined) return <div className={clsx(tileClass, 'border-line')}>{content}</div>
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'true' : undefined}
      className={clsx(
        tileClass,
        'transition-colors',
        isCurrent ? 'border-hot-ink ring-1 ring-hot-ink' : 'border-line hover:border-edge',
      )}
    >
      {content}
    </Link>
  )
}

const ValueSkeleton = () => (
  <span className="flex h-9 items-center">
    <span className="h-5 w-16 animate-breathe rounded-md bg-raised" />
  </span>
)

/** Wraps five tiles as three and two, never as four and one, and keeps three in one row on phones. */
const COUNTED = [
  'sm:max-xl:[&:has(>:nth-child(5):last-child)]:grid-cols-6',
  'sm:max-xl:[&:has(>:nth-child(5):last-child)>*]:col-span-2',
  'sm:max-xl:[&:has(>:nth-child(5):last-child)>:nth-child(n+4)]:col-span-3',
  'max-sm:[&:has(>:nth-child(5):last-child)>*]:last:col-span-2',
  'sm:[&:has(>:nth-child(8):last-child)]:grid-cols-4',
  'max-sm:[&:has(>:nth-child(3):last-child)]:grid-cols-[repeat(3,auto)]',
]

export function StatTiles({ children }: { children: ReactNode }) {
  return (
    <div
      className={clsx(
        'group/tiles grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] sm:gap-3',
        COUNTED,
      )}
    >
      {children}
    </div>
  )
}
