import { clsx } from 'clsx'
import { CloudOff, WifiOff } from 'lucide-react'
import { useLocation } from 'wouter'
import { useReach } from '../lib/api/reachability.ts'
import { isOperatorPath } from '../lib/session/paths.ts'

const OFFLINE = ['You are offline.', "We'll pick up where you left off when you're back online."]
const AWAY = ["We're having trouble on our side.", "Your votes are kept and sent as soon as we're back."]
const OFFLINE_FOR_OPERATOR = ['You are offline.', "This page updates as soon as you're back online."]
const AWAY_FOR_OPERATOR = ["The server isn't answering.", "This page updates as soon as it's back."]

/** Overlays the page, so its content does not move. Hidden if the screen itself reports the outage. */
export function OfflineBanner() {
  const reach = useReach()
  const [location] = useLocation()
  const Icon = reach === 'offline' ? WifiOff : CloudOff
  const isOperator = isOperatorPath(location)
  const [offline, away] = isOperator ? [OFFLINE_FOR_OPERATOR, AWAY_FOR_OPERATOR] : [OFFLINE, AWAY]
  const [short, more] = reach === 'offline' ? offline : away
  return (
    <div
      role="status"
      className={clsx(
        'mx-safe pointer-events-none fixed top-2.5 right-16 left-28 z-30 grid justify-items-center md:top-3 md:right-4 md:left-(--sidebar-width)',
        // Keep the visitor's titles and the operator's queue badge clear.
        isOperator ? 'max-md:right-36 max-md:left-2' : 'md:justify-items-end',
      )}
    >
      {reach !== 'there' && (
        <p className="flex animate-appear [:root:has([data-outage])_&]:hidden items-center gap-1.5 rounded-full border border-warn-ink bg-warn px-3 py-1.5 text-[13px]/4 font-semibold text-warn-ink shadow-soft max-md:text-center md:text-sm md:whitespace-nowrap">
          <Icon aria-hidden className="size-4 shrink-0 max-[359px]:hidden" />
          <span>{short}</span> <span className="max-xl:sr-only">{more}</span>
        </p>
      )}
    </div>
  )
}
