import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { closeOnBack } from '../../lib/browser/screen-history.ts'

type Frame = { close: () => void }

/** The dialogs that are open, the uppermost last. */
const openFrames: Frame[] = []

/** Counts a dialog as open while it is mounted. Answers whether it is the uppermost one. */
export function useIsUppermost(onClose: () => void) {
  const close = useEffectEvent(onClose)
  const own = useRef<Frame>(undefined)
  useLayoutEffect(() => {
    const frame = { close: () => close() }
    own.current = frame
    openFrames.push(frame)
    return () => void openFrames.splice(openFrames.indexOf(frame), 1)
  }, [])
  return () => openFrames.at(-1) === own.current
}

/** Closes the uppermost dialog. Answers whether there was one. */
export function closeUppermost() {
  const uppermost = openFrames.at(-1)
  uppermost?.close()
  return uppermost !== undefined
}

/** For what lies above a screen while it is mounted: going back in the browser closes it. */
export function useCloseOnBack(close: () => void) {
  const onBack = useEffectEvent(close)
  // Before it is painted: one may go back from what one sees at once.
  useLayoutEffect(() => closeOnBack(() => onBack()), [])
}
