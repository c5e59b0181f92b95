import { useLayoutEffect, useRef } from 'react'
import { focusOrMain, isFocusLost } from '../../../lib/browser/focus.ts'

/**
 * Cards that go hand the keyboard to the next one, or to the one before: deleting several needs no walking. Where
 * neither is on the screen, it begins anew at the start of the screen.
 */
export function useFocusOnNeighbour<Item extends { id: number }>(items: Item[], isRemoving: boolean) {
  const nextFocusId = useRef<number>(undefined)
  const latest = useRef(items)
  // The last card may go one render after its removal is over, and move the others to other rows.
  const rendersLeft = useRef(0)
  useLayoutEffect(() => {
    latest.current = items
    if (isRemoving) rendersLeft.current = 2
    if (isRemoving || rendersLeft.current === 0) return
    rendersLeft.current -= 1
    if (!isFocusLost() && document.activeElement !== document.getElementById('main')) return
    focusOrMain(document.querySelector(`[data-delete="${nextFocusId.current}"]`), { preventScroll: true })
  }, [items, isRemoving])
  /** The one that stays and is next to all of `gone`. */
  const neighbourOf = (gone: Item[]) => {
    const ids = new Set(gone.map(({ id }) => id))
    const last = latest.current.findLastIndex(({ id }) => ids.has(id))
    const stays = ({ id }: Item) => !ids.has(id)
    return latest.current.slice(last + 1).find(stays) ?? latest.current.slice(0, Math.max(0, last)).findLast(stays)
  }
  return {
    neighbourOf,
    expect: (gone: Item[]) => {
      nextFocusId.current = neighbourOf(gone)?.id
    },
  }
}
