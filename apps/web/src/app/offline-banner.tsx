import { WifiOff } from 'lucide-react'
import { useOnline } from '../lib/net/online.ts'

/**
 * Stands over what is there, so that nothing moves: on phones between logo and avatar. The screens go on by themselves once the
 * network is back.
 */
export function OfflineBanner() {
  const isConnected = useOnline()
  return (
    <div
      role="status"
      className="mx-safe pointer-events-none fixed top-2.5 right-25 left-28 z-30 grid justify-items-center md:top-3 md:right-4 md:left-56"
    >
      {!isConnected && (
        <p className="flex animate-appear items-center gap-1.5 rounded-full border border-warn-ink bg-warn px-3 py-1.5 text-[13px] font-semibold whitespace-nowrap text-warn-ink shadow-soft md:text-sm">
          <WifiOff aria-hidden className="size-4 shrink-0 max-[359px]:hidden" />
          <span>You are offline.</span> <span className="max-md:sr-only">This page goes on once you are back.</span>
        </p>
      )}
    </div>
  )
}
