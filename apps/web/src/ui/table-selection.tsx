import { type ReactNode, useEffect, useRef, useState } from 'react'
import { count } from '../lib/format.ts'
import { Button } from './button.tsx'

/** Which entries of a list are ticked. */
export type Selection = {
  selected: ReadonlySet<number>
  toggle: (id: number) => void
  setAll: (ids: number[], isTicked: boolean) => void
  clear: () => void
  /** What the box of an entry says ("Select holiday.jpg"). */
  labelOf: (id: number) => string
}

export function useSelection(labelOf: Selection['labelOf']): Selection {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const setAll = (ids: number[], isTicked: boolean) =>
    setSelected((before) => new Set(isTicked ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))
  return {
    selected,
    setAll,
    labelOf,
    toggle: (id) => setAll([id], !selected.has(id)),
    clear: () => setSelected(new Set()),
  }
}

type TickBoxProps = { label: string; checked?: boolean | undefined; isPartly?: boolean; onChange: () => void }

export function TickBox({ label, checked = false, isPartly = false, onChange }: TickBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly
  }, [isPartly])
  return (
    <label className="grid size-11 place-items-center">
      <input
        ref={box}
        type="checkbox"
        checked={checked}
        onChange={onChange}
        className="size-5 cursor-pointer accent-hot"
      />
      <span className="sr-only">{label}</span>
    </label>
  )
}

/** What can be done with all that is ticked; there only while something is. */
export function BulkBar({ selection: { selected, clear }, children }: { selection: Selection; children: ReactNode }) {
  return (
    <div role="status" className="sticky bottom-4 z-20 mx-auto w-fit max-w-full empty:hidden">
      {selected.size > 0 && (
        <div className="flex animate-appear flex-wrap items-center gap-2 rounded-card border border-line bg-panel p-2 pl-4 shadow-soft">
          <span className="mr-2 font-semibold">{count(selected.size)} selected</span>
          {children}
          <Button variant="ghost" onClick={clear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  )
}
