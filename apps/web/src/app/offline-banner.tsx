import { WifiOff } from 'lucide-react'
import { useOnline } from '../lib/online.ts'

/** Stands over what is there, so that nothing moves; the screens go on by themselves once the network is back. */
export function OfflineBanner() {
  const isConnected = useOnline()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-16 z-30 grid justify-items-center px-4 md:top-3 md:left-56"
    >
      {!isConnected && (
        <p className="flex animate-appear items-center gap-2 rounded-full border border-warn-ink bg-warn px-4 py-2 text-sm font-semibold text-warn-ink shadow-soft">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          You are offline. This page goes on once you are back.
        </p>
      )}
    </div>
  )
}
