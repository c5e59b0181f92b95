import { useCallback, useRef, useState } from 'react'
import type { Selection } from '../../../ui/data/table-selection.tsx'
import type { Deletable } from './deletable.ts'
import { knownFiles, type Part } from './known-files.ts'

/** Told by each part which files it shows now. */
export type OnShown = (part: Part, files: Deletable[]) => void

/** What is known of every file that was shown. What a part shows no more is no longer ticked. */
export function useShownFiles({ retain }: Pick<Selection<string>, 'retain'>) {
  const [known] = useState(knownFiles)
  const shown = useRef<Record<Part, ReadonlySet<string>>>({ groups: new Set(), list: new Set() })
  const onShown: OnShown = useCallback(
    (part, files) => {
      known.learn(part, files)
      const now = new Set(files.map(({ key }) => key))
      const gone = new Set([...shown.current[part]].filter((key) => !now.has(key)))
      shown.current[part] = now
      retain((key) => !gone.has(key))
    },
    [known, retain],
  )
  return { onShown, knownOf: known.of }
}
