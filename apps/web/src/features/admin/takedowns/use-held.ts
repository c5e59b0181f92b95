import { useState } from 'react'

type Options = {
  /** Which of the new ones wait: those above others, all, where they would push what is below the list, or none. */
  waiting: 'above' | 'all' | 'none'
  /** Another one each time that somebody asks for all there is. */
  asked: number | string
}

/**
 * A list that is brought up to date by itself, as it stays on the screen: what comes in waits until it is asked for where it
 * would move others, so that a press opens what one looked at (docs/decisions/074). `rows`: undefined until they are there.
 */
export function useHeld<Row>(rows: Row[] | undefined, keyOf: (row: Row) => number, { waiting, asked }: Options) {
  const [known, setKnown] = useState<{ keys: ReadonlySet<number>; asked: number | string }>()
  const letIn = (shown: Row[]) => setKnown({ keys: new Set(shown.map(keyOf)), asked })
  const isNew = (row: Row) => known !== undefined && !known.keys.has(keyOf(row))
  const isAskedFor = known?.asked !== asked
  const last = rows?.findLastIndex((row) => !isNew(row)) ?? -1
  const mayWait = (index: number) => waiting === 'all' || (waiting === 'above' && index < last)
  const waits = (row: Row, index: number) => !isAskedFor && isNew(row) && mayWait(index)
  const shown = rows?.filter((row, index) => !waits(row, index))
  if (shown && (isAskedFor || shown.some(isNew))) letIn(shown)
  return {
    shown,
    held: {
      count: (rows?.length ?? 0) - (shown?.length ?? 0),
      /** Where the first of them will be. */
      first: rows?.findIndex(waits) ?? -1,
      letIn: () => rows && letIn(rows),
    },
  }
}
