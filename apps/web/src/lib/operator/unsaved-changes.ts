import { useEffect } from 'react'
import { store } from '../browser/store.ts'

/** Number of forms with unsaved changes. */
const unsaved = store(0)

export const useUnsavedChanges = (isUnsaved: boolean) =>
  useEffect(() => {
    if (!isUnsaved) return
    unsaved.set(unsaved.get() + 1)
    return () => unsaved.set(Math.max(0, unsaved.get() - 1))
  }, [isUnsaved])

export const hasUnsavedChanges = () => unsaved.get() > 0
export const useHasUnsavedChanges = () => unsaved.use() > 0

/** Returns true if opening the URL would close a form with unsaved changes. Filters and pages keep forms open. */
export const losesChanges = ({ pathname, searchParams }: URL) =>
  hasUnsavedChanges() &&
  (pathname !== location.pathname || searchParams.get('id') !== new URLSearchParams(location.search).get('id'))

export const discardUnsavedChanges = () => unsaved.set(0)
