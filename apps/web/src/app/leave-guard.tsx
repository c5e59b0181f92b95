import { type ReactNode, useEffect } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { blockBack, leaveScreen } from '../lib/browser/screen-history.ts'
import {
  discardUnsavedChanges,
  hasUnsavedChanges,
  losesChanges,
  useHasUnsavedChanges,
} from '../lib/operator/unsaved-changes.ts'
import { confirm } from '../ui/overlays/confirm.tsx'

/** Asks before the Back button leaves the screen. Returns a function that stops the guard. */
function guardBack() {
  const onBack = async () => {
    // Block Back again, because the button also works while the dialog is open.
    release = blockBack(onBack)
    if (await mayLeave()) leaveScreen()
  }
  let release = blockBack(onBack)
  return () => release()
}

/** Asks before leaving a screen with unsaved changes (`admin.md §4`). */
export async function mayLeave() {
  if (!hasUnsavedChanges()) return true
  const isSure = await confirm({
    title: 'Leave without saving?',
    text: "Your changes on this page aren't saved and will be lost.",
    action: 'Leave',
  })
  if (isSure) discardUnsavedChanges()
  return isSure
}

const losesChangesFor = (path: string) => losesChanges(new URL(path, location.href))

/** Asks first if opening the path would lose unsaved changes. */
export const mayGoTo = async (path: string) => !losesChangesFor(path) || (await mayLeave())

const aroundNav: AroundNavHandler = async (navigate, to, options) => {
  if (!losesChangesFor(to) || (await mayLeave())) navigate(to, options)
}

const askToClose = (event: BeforeUnloadEvent) => event.preventDefault()

export function LeaveGuard({ children }: { children: ReactNode }) {
  const isUnsaved = useHasUnsavedChanges()
  useEffect(() => {
    if (!isUnsaved) return
    addEventListener('beforeunload', askToClose)
    const release = guardBack()
    return () => {
      removeEventListener('beforeunload', askToClose)
      release()
    }
  }, [isUnsaved])
  return <Router aroundNav={aroundNav}>{children}</Router>
}
