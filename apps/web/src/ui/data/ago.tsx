import * as Tooltip from '@radix-ui/react-tooltip'
import { clsx } from 'clsx'
import { date, dateTime } from '../../lib/browser/format.ts'
import { useNow } from '../../lib/browser/hooks.ts'
import { DAY_MS, formatAgo } from '../../lib/operator/due.ts'

/** Days after which a time is shown as a date. */
const RELATIVE_DAYS = 30

/** Shows `12 min ago`, and the exact time on hover or focus. */
export function Ago({ at, className }: { at: string; className?: string }) {
  const now = useNow()
  const isOld = Math.abs(Date.parse(at) - now) > RELATIVE_DAYS * DAY_MS
  return (
    <Tooltip.Provider delayDuration={200}>
      <Tooltip.Root>
        {/* Live regions must not announce the time every minute. */}
        <Tooltip.Trigger
          asChild
          tabIndex={0}
          aria-live="off"
          className={clsx('rounded-sm whitespace-nowrap', className)}
        >
          <time dateTime={at}>{isOld ? date(at) : formatAgo(at, now)}</time>
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            sideOffset={4}
            collisionPadding={8}
            className="z-50 rounded-control border border-line bg-panel px-2.5 py-1 text-sm text-text shadow-soft"
          >
            {dateTime(at)}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  )
}
