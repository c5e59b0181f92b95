import { useEffect, useEffectEvent } from 'react'

const typesText = 'input:not([type=checkbox]), textarea, select, [role=dialog], [role=alertdialog]'

/** The way from anywhere in a long list to what its end offers; while one writes or answers, the key is not ours. */
export function useDeleteKey(isOffered: boolean, onDelete: () => void) {
  const onKey = useEffectEvent(onDelete)
  useEffect(() => {
    if (!isOffered) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Delete' && event.key !== 'Backspace') return
      if (event.repeat || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.target instanceof Element && event.target.closest(typesText)) return
      event.preventDefault()
      onKey()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isOffered])
}
