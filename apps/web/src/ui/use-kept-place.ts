import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cameBack, currentArrival } from '../lib/browser/screen-history.ts'

/** How far a list was scrolled, in pixels, and the heights of its entries that are known. */
type Place = { offset: number; measured: VirtualItem[] }

const left = new Map<string, Place>()

/** The filters of a list stand in the address: another list begins at its top. */
const keyOf = (list: string) => `${currentArrival()} ${location.search} ${list}`

/** Where the list of this name was when one left this screen, for whoever goes back to it. */
export const useKeptPlace = (list: string): Place | undefined =>
  useState(() => (cameBack() ? left.get(keyOf(list)) : undefined))[0]

/** Remembers it as the list goes. */
export function useKeepPlace<Scroller extends Element | Window, Item extends Element>(
  list: string,
  virtual: Virtualizer<Scroller, Item>,
) {
  const latest = useRef({ key: '', virtual })
  // The address is another one already as the list goes.
  useEffect(() => {
    latest.current = { key: keyOf(list), virtual }
  })
  useLayoutEffect(
    () => () => {
      const { key, virtual } = latest.current
      left.set(key, { offset: virtual.scrollOffset ?? 0, measured: virtual.takeSnapshot() })
    },
    [],
  )
}
