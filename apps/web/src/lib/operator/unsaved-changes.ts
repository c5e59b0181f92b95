import { useEffect } from 'react'
import { store } from '../browser/store.ts'

/** How many forms on screen have unsaved changes. */
const unsaved = store(0)

/** Registers a form while it is on screen with unsaved changes. */
export const useUnsavedChanges = (isUnsaved: boolean) =>
  useEffect(() => {
    if (!isUnsaved) return
    unsaved.set(unsaved.get() + 1)
    return () => unsaved.set(Math.max(0, unsaved.get() - 1))
  }, [isUnsaved])

export const hasUnsavedChanges = () => unsaved.get() > 0
export const useHasUnsavedChanges = () => unsaved.use() > 0

/** Filters and pages of a screen leave its forms open; another screen, or another entry of it, does not. */
export const losesChanges = ({ pathname, searchParams }: URL) =>
  hasUnsavedChanges() &&
  (pathname !== location.pathname || searchParams.get('id') !== new URLSearchParams(location.search).get('id'))

/** The changes may go: the operator said so, or they are saved. */
export const discardUnsavedChanges = () => unsaved.set(0)
