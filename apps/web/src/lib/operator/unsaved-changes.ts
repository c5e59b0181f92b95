import { useEffect } from 'react'
import { store } from '../browser/store.ts'

/** Whether what holds the changes is still on screen at this address. */
type Keeps = (address: URL) => boolean

const isSameScreen: Keeps = ({ pathname }) => pathname === location.pathname

/** One entry for each form on screen that holds changes which nobody has saved. */
const holders = store<readonly { keeps: Keeps }[]>([])

/** For a form: says whether it holds unsaved changes, as long as it is on screen; `keeps` stays the same meanwhile. */
export function useUnsavedChanges(isUnsaved: boolean, keeps = isSameScreen) {
  useEffect(() => {
    if (!isUnsaved) return
    const holder = { keeps }
    holders.set([...holders.get(), holder])
    return () => holders.set(holders.get().filter((other) => other !== holder))
  }, [isUnsaved, keeps])
}

export const hasUnsavedChanges = () => holders.get().length > 0
export const useHasUnsavedChanges = () => holders.use().length > 0

/** Whether somebody who goes to this address loses unsaved changes. */
export const losesChanges = (address: URL) => holders.get().some(({ keeps }) => !keeps(address))

/** The changes may go: whoever made them said so, or they are saved. */
export const giveUpUnsavedChanges = () => holders.set([])
