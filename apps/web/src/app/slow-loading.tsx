import { type Query, useIsFetching } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'

const SECOND = 1000

/** Whole seconds since it began to be so. */
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

/**
 * What the screen shows takes long to load, as some orders of millions of items do: says so after a second, and for how long.
 * Stands over what is there, so that nothing moves.
 */
export function SlowLoading() {
  // What is complete and read anew by itself is nobody's wait. In the place of a new list the old one is none of its data.
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
