import { useEffect } from 'react'
import { store } from '../browser/store.ts'

/** Whether the form is still on screen at this address. */
type StaysOpen = (address: URL) => boolean

const isSameScreen: StaysOpen = ({ pathname }) => pathname === location.pathname

/** The forms on screen with unsaved changes. */
const forms = store<readonly { staysOpen: StaysOpen }[]>([])

/** Registers a form while it is on screen with unsaved changes; `staysOpen` must be stable. */
export function useUnsavedChanges(isUnsaved: boolean, staysOpen = isSameScreen) {
  useEffect(() => {
    if (!isUnsaved) return
    const form = { staysOpen }
    forms.set([...forms.get(), form])
    return () => forms.set(forms.get().filter((other) => other !== form))
  }, [isUnsaved, staysOpen])
}

export const hasUnsavedChanges = () => forms.get().length > 0
export const useHasUnsavedChanges = () => forms.use().length > 0

/** Whether somebody who goes to this address loses unsaved changes. */
export const losesChanges = (address: URL) => forms.get().some(({ staysOpen }) => !staysOpen(address))

/** The changes may go: whoever made them said so, or they are saved. */
export const discardUnsavedChanges = () => forms.set([])
