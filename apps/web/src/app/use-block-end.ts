import { useEffect } from 'react'
import { askWhetherBlocked } from '../lib/visitor/renew-session.ts'
import { useSession } from '../lib/visitor/session.ts'

/** A blocked visitor who comes back to the page is told when they are not blocked any more. */
export function useBlockEnd() {
  const isBlocked = useSession().data?.isBlocked
  useEffect(() => {
    if (!isBlocked) return
    const onVisible = () => document.visibilityState === 'visible' && askWhetherBlocked()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [isBlocked])
}
