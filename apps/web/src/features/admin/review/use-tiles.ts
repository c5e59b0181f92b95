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
  /** Focused after a dialog has returned the focus to its opener. */
  const target = useRef(0)
  const chosen = open.filter(({ id }) => selected.has(id))
  const focusFirst = useEffectEvent(() => {
    setCurrent(0)
    // Replaced pictures leave the focus on the page.
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
    /** Keys act on the current picture without a selection. */
    wanted: chosen.length > 0 ? chosen : open.filter((item) => item === items[current]),
    focus: () => focusTile(target.current),
    decline: (wanted: WaitingUpload[], at = current) => {
      target.current = at
      refuse(wanted)
    },
    /** Moves on to the next picture that is not decided. */
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
