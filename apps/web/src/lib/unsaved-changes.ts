import { useEffect } from 'react'
import { store } from './store.ts'

/** One entry for each form on screen that holds changes which nobody has saved. */
const holders = store<readonly symbol[]>([])

/** For a form: says whether it holds unsaved changes, as long as it is on screen. */
export function useUnsavedChanges(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const holder = Symbol('unsaved changes')
    holders.set([...holders.get(), holder])
    return () => holders.set(holders.get().filter((other) => other !== holder))
  }, [isUnsaved])
}

export const hasUnsavedChanges = () => holders.get().length > 0
export const useHasUnsavedChanges = () => holders.use().length > 0

/** The changes may go: whoever made them said so. */
export const giveUpUnsavedChanges = () => holders.set([])
