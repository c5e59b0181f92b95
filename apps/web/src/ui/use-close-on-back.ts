import { useEffectEvent, useLayoutEffect } from 'react'
import { closeOnBack } from '../lib/browser/screen-history.ts'

/** For what lies above a screen while it is mounted: going back in the browser closes it. */
export function useCloseOnBack(close: () => void) {
  const onBack = useEffectEvent(close)
  // Before it is painted: one may go back from what one sees at once.
  useLayoutEffect(() => closeOnBack(() => onBack()), [])
}
