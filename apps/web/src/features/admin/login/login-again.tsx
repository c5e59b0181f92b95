import { useEffect, useState } from 'react'
import { hasUnsavedChanges, useUnsavedChanges } from '../../../lib/operator/unsaved-changes.ts'
import { LoginScreen } from './login-page.tsx'

/** The login before a screen that waits for it: its login has ended, and what was typed is still there. */
export function LoginAgain() {
  // Asked before the screen is hidden, whose forms say nothing from then on.
  const [isUnsaved] = useState(hasUnsavedChanges)
  useUnsavedChanges(isUnsaved)
  useRestoreFocusAndScroll()
  usePauseVideos()
  const unsavedNote = isUnsaved ? ' What you typed is still there, unsaved.' : ''
  return <LoginScreen purpose={`Your login has ended. Log in to go on where you were.${unsavedNote}`} />
}

/** After the login, the keyboard and the screen are where they were. */
function useRestoreFocusAndScroll() {
  const [saved] = useState(() => ({ focused: document.activeElement, top: scrollY, href: location.href }))
  useEffect(
    () => () => {
      // Somebody went back meanwhile.
      if (saved.href !== location.href) return
      if (saved.focused instanceof HTMLElement) saved.focused.focus({ preventScroll: true })
      scrollTo(0, saved.top)
    },
    [saved],
  )
}

/** What is not seen is not heard either. */
const usePauseVideos = () =>
  useEffect(() => {
    for (const film of document.querySelectorAll('video')) film.pause()
  }, [])
