import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { currentLocationKey, isBackOrForward } from '../lib/browser/screen-history.ts'

/** How far a list is scrolled, in pixels, and the measured heights of its entries. */
type ScrollState = { offset: number; measured: VirtualItem[] }

const savedStates = new Map<string, ScrollState>()

/** The filters of a list are in the address: with other filters it begins at its top. */
const keyOf = (list: string) => `${currentLocationKey()} ${location.search} ${list}`

/** The state of the list of this name when its screen was left, after going back or forward to it. */
export const useRestoredScroll = (list: string): ScrollState | undefined =>
  useState(() => (isBackOrForward() ? savedStates.get(keyOf(list)) : undefined))[0]

/** Saves that state as the list is unmounted. */
export function useSaveScroll<Scroller extends Element | Window, Item extends Element>(
  list: string,
  virtual: Virtualizer<Scroller, Item>,
) {
  const latest = useRef({ key: '', virtual })
  // As the list is unmounted, the address is already another one; so it may be when an effect that waits is run.
  useLayoutEffect(() => {
    latest.current = { key: keyOf(list), virtual }
  })
  useLayoutEffect(
    () => () => {
      const { key, virtual } = latest.current
      savedStates.set(key, { offset: virtual.scrollOffset ?? 0, measured: virtual.takeSnapshot() })
    },
    [],
  )
}
