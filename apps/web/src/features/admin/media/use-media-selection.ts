import { useRef, useState } from 'react'
import type { AllMatching } from './media.api.ts'

const NONE: ReadonlySet<number> = new Set()

/** Which items of a page are ticked, or all that match, as many as there were when they were chosen. */
export function useMediaSelection(ids: number[]) {
  const [ticked, setTicked] = useState(NONE)
  const [all, setAll] = useState<AllMatching>()
  const anchor = useRef(-1)
  const selected = new Set(all ? ids : ids.filter((id) => ticked.has(id)))
  const choose = (next: ReadonlySet<number>, matching?: AllMatching) => {
    setTicked(next)
    setAll(matching)
  }
  return {
    selected,
    all,
    /** `isRange`: with all between this item and the one that was toggled before. */
    toggle: (id: number, isRange: boolean) => {
      const [first = 0, last = 0] = [ids.indexOf(anchor.current), ids.indexOf(id)].sort((a, b) => a - b)
      const next = new Set(selected)
      for (const each of isRange && first >= 0 ? ids.slice(first, last + 1) : [id])
        selected.has(id) ? next.delete(each) : next.add(each)
      anchor.current = id
      choose(next)
    },
    choosePage: () => choose(new Set(ids)),
    chooseAll: (matching: AllMatching) => choose(NONE, matching),
    clear: () => choose(NONE),
  }
}
