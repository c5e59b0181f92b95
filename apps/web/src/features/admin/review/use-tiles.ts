import type { WaitingUpload } from '@hotvote/shared/operator/upload-review'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { focusTile } from '../../../ui/data/picture-grid.tsx'
import type { Refusal, Review } from './use-review.ts'

const NONE: ReadonlySet<number> = new Set()

/** Selection, current picture and dialogs of the review grid. */
export function useTiles(items: WaitingUpload[], { open, decide }: Review) {
  const [selected, select] = useState(NONE)
  const [current, setCurrent] = useState(0)
  const [enlarged, enlarge] = useState<WaitingUpload>()
  const [refused, refuse] = useState<WaitingUpload[]>([])
  /** Index of the tile to focus after a dialog has closed. */
  const target = useRef(0)
  const chosen = open.filter(({ id }) => selected.has(id))
  const focusFirst = useEffectEvent(() => {
    setCurrent(0)
    // Restores the focus, which falls back to the page when the pictures are replaced.
    if (document.activeElement === document.body) focusTile(0)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each list
  useEffect(() => focusFirst(), [items])
  const show = (item: WaitingUpload | undefined) => {
    if (item) target.current = items.indexOf(item)
    enlarge(item)
  }
  return {
    ...{ selected, select, current, setCurrent, chosen, enlarged, show, refused },
    /** Keys act on the selection, or on the current picture if none is selected. */
    wanted: chosen.length > 0 ? chosen : open.filter((item) => item === items[current]),
    focus: () => focusTile(target.current),
    decline: (wanted: WaitingUpload[], at = current) => {
      target.current = at
      refuse(wanted)
    },
    /** Decides on the pictures, and moves to the next undecided one. */
    settle: (wanted: WaitingUpload[], refusal?: Refusal) => {
      if (wanted.length === 0) return
      decide(wanted, refusal)
      select(NONE)
      refuse([])
      const left = open.filter((item) => !wanted.includes(item))
      const next = left.find((item) => items.indexOf(item) > current) ?? left[0]
      if (next) target.current = items.indexOf(next)
      if (enlarged) enlarge(next)
      else focusTile(target.current)
    },
    cancel: () => refuse([]),
  }
}
export type Tiles = ReturnType<typeof useTiles>
