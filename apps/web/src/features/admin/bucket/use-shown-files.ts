import { useCallback, useRef } from 'react'
import type { Selection } from '../../../ui/table-selection.tsx'
import type { Deletable } from './deletable.ts'

/** The parts of the screen in which files can be ticked. */
type Part = 'groups' | 'list'
/** Told by each part which files it shows now. */
export type OnShown = (part: Part, files: Deletable[]) => void

/** What is known of every file that was shown. What a part shows no more is no longer ticked. */
export function useShownFiles({ retain }: Pick<Selection<string>, 'retain'>) {
  const known = useRef(new Map<string, Deletable>())
  const shown = useRef<Record<Part, ReadonlySet<string>>>({ groups: new Set(), list: new Set() })
  const onShown: OnShown = useCallback(
    (part, files) => {
      for (const file of files) known.current.set(file.key, { ...known.current.get(file.key), ...file })
      const now = new Set(files.map(({ key }) => key))
      const gone = new Set([...shown.current[part]].filter((key) => !now.has(key)))
      shown.current[part] = now
      retain((key) => !gone.has(key))
    },
    [retain],
  )
  const knownOf = (key: string): Deletable => known.current.get(key) ?? { key, item: null }
  return { onShown, knownOf }
}
