import type { QueueEntry } from '@hotvote/shared/queue'
import { useState } from 'react'

type Entry = Pick<QueueEntry, 'key'>

type Told<One extends Entry> = {
  /** What the site lists now. */
  listed: One[]
  /** More follows behind that, on pages that are not loaded. */
  hasMore: boolean
  /** The one that was last decided on here: it goes, and comes back, at once. */
  own: string | undefined
}

export type Steady<One extends Entry> = {
  shown: One[]
  /** Keys of those shown that wait no longer: decided on or deleted elsewhere. */
  gone: ReadonlySet<string>
  /** What came in above others that are shown, and waits to be asked for. */
  held: One[]
}

/**
 * What to show where `shown` is on the screen: each in its place, so that a press decides on what one looked at. What comes in
 * behind all of it moves nothing; those that are gone go with the next one that is decided on here.
 */
export function steadied<One extends Entry>(shown: One[], { listed, hasMore, own }: Told<One>): Steady<One> {
  const now = new Map(listed.map((entry) => [entry.key, entry]))
  // Behind the last that is listed, one may only be on a page that is not loaded.
  const last = hasMore ? shown.findLastIndex(({ key }) => now.has(key)) : shown.length
  const gone = new Set(shown.filter(({ key }, index) => !now.has(key) && index < last).map(({ key }) => key))
  const isDecided = shown.some(({ key }) => key === own && !now.has(key))
  const staying = shown.filter(({ key }) => !(isDecided && (key === own || gone.has(key))))
  if (staying.length === 0 || (listed.length === 0 && !hasMore)) return { shown: listed, gone: new Set(), held: [] }
  if (isDecided) gone.clear()
  const places = new Set(staying.map(({ key }) => key))
  const end = listed.findLastIndex(({ key }) => places.has(key))
  const above = listed.slice(0, Math.max(0, end)).filter(({ key }) => !places.has(key))
  const all = [...staying.map((entry) => now.get(entry.key) ?? entry), ...listed.slice(end + 1)]
  const back = above.find(({ key }) => key === own)
  if (back) {
    const behind = new Set(listed.slice(listed.indexOf(back) + 1).map(({ key }) => key))
    const place = all.findIndex(({ key }) => behind.has(key) && places.has(key))
    all.splice(place, 0, back)
  }
  return { shown: all, gone, held: above.filter((entry) => entry !== back) }
}

/** The entries as they stay on the screen, and how to let in those that are held. */
export function useSteadyEntries(listed: QueueEntry[], hasMore: boolean) {
  const [before, setBefore] = useState(listed)
  const [own, setOwn] = useState<string>()
  const { shown, gone, held } = steadied(before, { listed, hasMore, own })
  const isSame = shown.length === before.length && shown.every((entry, index) => entry === before[index])
  if (!isSame) setBefore(shown)
  return {
    shown,
    gone,
    held,
    /** An entry is being decided on here. */
    decideOn: ({ key }: QueueEntry) => setOwn(key),
    /** It is not, after all. */
    leave: () => setOwn(undefined),
    letIn: () => setBefore(listed),
  }
}
