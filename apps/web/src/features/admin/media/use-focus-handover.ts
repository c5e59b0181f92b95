import type { LibraryItem } from '@hotvote/shared/media-library'
import { useLayoutEffect, useRef } from 'react'

/** A card that goes hands the keyboard to the next one, or to the one before: deleting several needs no walking. */
export function useFocusHandover(items: LibraryItem[]) {
  const next = useRef<{ after: number; to: number | undefined }>(undefined)
  const latest = useRef(items)
  useLayoutEffect(() => {
    latest.current = items
    if (!next.current || items.some(({ id }) => id === next.current?.after)) return
    const target = document.querySelector<HTMLElement>(`[data-delete="${next.current.to}"]`)
    next.current = undefined
    if (document.activeElement === document.body) target?.focus({ preventScroll: true })
  }, [items])
  const neighbourOf = ({ id }: LibraryItem) => {
    const at = latest.current.findIndex((item) => item.id === id)
    return latest.current[at + 1] ?? latest.current[at - 1]
  }
  return {
    neighbourOf,
    expect: (item: LibraryItem) => {
      next.current = { after: item.id, to: neighbourOf(item)?.id }
    },
  }
}
