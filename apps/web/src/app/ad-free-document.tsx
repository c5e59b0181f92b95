import { type ReactNode, useEffect } from 'react'
import { adHasRun } from '../lib/visitor/ad-document.ts'
import { Spinner } from '../ui/spinner.tsx'

/** A screen that no ad code may see: where some has run, the address is opened anew, under its own strict policy. */
export function AdFreeDocument({ children }: { children: ReactNode }) {
  const isTainted = adHasRun()
  useEffect(() => {
    if (isTainted) location.reload()
  }, [isTainted])
  return isTainted ? <Spinner className="m-auto p-8" /> : children
}
