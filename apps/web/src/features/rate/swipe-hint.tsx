import { ArrowLeft, ArrowRight, Pointer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { wantsStillness } from '../../lib/browser/device.ts'
import { readStored, writeStored } from '../../lib/browser/preferences.ts'

const KEY = 'hotvote-swipe-hint'

const isDue = () => readStored(KEY) === null && matchMedia('(pointer: coarse)').matches && !wantsStillness()

/** Shows how to swipe, on the first photo of a first visit. The first vote removes the hint for good. */
export function SwipeHint() {
  const [isShown, setShown] = useState(isDue)
  useEffect(() => {
    if (isShown) writeStored(KEY, 'shown')
  }, [isShown])
  if (!isShown) return null
  return (
    <div className="pointer-events-none absolute inset-0 z-4 grid animate-appear content-center justify-items-center gap-4 text-white">
      <Pointer
        aria-hidden
        onAnimationEnd={() => setShown(false)}
        className="swipe-hint-hand size-16 fill-black/40 drop-shadow-lg"
      />
      <p className="flex items-center gap-2 rounded-full bg-black/75 px-4 py-2 text-sm font-semibold">
        <ArrowLeft aria-hidden className="size-4" /> Not
        <span className="font-normal">Swipe to vote</span>
        Hot <ArrowRight aria-hidden className="size-4" />
      </p>
    </div>
  )
}
