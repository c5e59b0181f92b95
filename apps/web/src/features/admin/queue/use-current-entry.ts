import type { QueueEntry } from '@hotvote/shared/queue'
import { useEffect, useRef, useState } from 'react'
import { takeLostFocus } from '../../../lib/browser/focus.ts'

/** Milliseconds that an entry has been in its place before a key decides on it: who pressed twice meant the one before. */
const SETTLE_MS = 400

/**
 * The entry that the keys decide on. It stays the same whatever comes in above it; once it is gone, the one that followed it takes
 * its place.
 */
export function useCurrentEntry(entries: QueueEntry[]) {
  const [current, setCurrent] = useState({ key: '', index: 0 })
  /** One that is wanted may be on its way: a decision on it was just taken back. */
  const [wanted, setWanted] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  /** Where somebody last went; they may have to wait for it. */
  const goal = useRef<string>(undefined)
  /** Since when it is seen there; where one went to it, one has looked before. */
  const placed = useRef({ key: '', since: 0 })
  const isWantedThere = entries.some(({ key }) => key === wanted)
  const found = entries.findIndex(({ key }) => key === (isWantedThere ? wanted : current.key))
  const index = Math.max(0, Math.min(found < 0 ? current.index : found, entries.length - 1))
  const key = entries[index]?.key
  if (key !== undefined && (key !== current.key || index !== current.index)) setCurrent({ key, index })
  if (isWantedThere) setWanted(undefined)
  useEffect(() => {
    const card = list.current?.querySelector<HTMLElement>(`[data-entry="${key}"]`) ?? null
    // Who presses a button in it, or came there by Tab, is where they want to be: nothing moves beneath the mouse.
    const wasInside = card?.contains(document.activeElement) === true
    const hasMoved = key !== undefined && key === goal.current
    if (hasMoved && !wasInside) card?.focus({ preventScroll: true })
    else takeLostFocus(card, { preventScroll: true })
    // The first one stands at the top of the page, whose heading stays in sight.
    const isFirst = placed.current.key === ''
    if (!isFirst && !wasInside && card === document.activeElement) card?.scrollIntoView({ block: 'nearest' })
    placed.current = { key: key ?? '', since: hasMoved ? Number.NEGATIVE_INFINITY : performance.now() }
    if (hasMoved) goal.current = undefined
  }, [key])
  const go = (to: string | undefined) => {
    if (to === undefined) return
    goal.current = to
    setWanted(to)
  }
  return {
    list,
    key,
    isSettled: () => placed.current.key === key && performance.now() - placed.current.since >= SETTLE_MS,
    /** The one behind it, or before it: `1`, `-1`. */
    step: (by: number) => go(entries[index + by]?.key),
    select: ({ key: to }: QueueEntry) => go(to),
  }
}
