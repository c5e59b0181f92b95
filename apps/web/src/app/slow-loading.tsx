import { type Query, useIsFetching } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'

const SECOND = 1000

/** Whole seconds since `isSo` became true. */
function useSeconds(isSo: boolean) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!isSo) return
    const timer = setInterval(() => setSeconds((passed) => passed + 1), SECOND)
    return () => {
      clearInterval(timer)
      setSeconds(0)
    }
  }, [isSo])
  return seconds
}

/** After one second of loading, shows the elapsed time; overlays the page, so its content does not move. */
export function SlowLoading() {
  // Background refetches don't count.
  const isAwaited = ({ state }: Query) => state.data === undefined
  const seconds = useSeconds(useIsFetching({ type: 'active', predicate: isAwaited }) > 0)
  return (
    <div
      role="status"
      className="mx-safe pointer-events-none fixed inset-x-4 top-17 z-30 grid justify-items-center lg:top-3 lg:left-64"
    >
      {seconds > 0 && (
        <p className="flex animate-appear items-center gap-2 rounded-full border border-line bg-panel px-3.5 py-1.5 text-sm font-semibold shadow-soft">
          <LoaderCircle aria-hidden className="size-4 animate-spin" />
          Still loading…
          <span aria-hidden className="text-mute tabular-nums">
            {seconds} s
          </span>
        </p>
      )}
    </div>
  )
}
