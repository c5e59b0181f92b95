import { useEffectEvent, useLayoutEffect } from 'react'
import 'wouter/use-browser-location'

/** A dialog, menu or unsaved form that has its own history entry, so that Back closes it first. */
type Layer = { close: () => void; isForm: boolean }
const layers: Layer[] = []

const KEY = 'layers'
const depthIn = (state: unknown) =>
  typeof state === 'object' && state !== null && KEY in state && typeof state[KEY] === 'number' ? state[KEY] : 0

/** Number of layers recorded in the current history entry. A new layer reuses the entry of a closed one. */
let depth = depthIn(history.state)
let path = location.pathname
let isClaimed = false

function readEntry() {
  depth = depthIn(history.state)
  path = location.pathname
}

addEventListener('pushState', readEntry)
addEventListener('replaceState', readEntry)
addEventListener('popstate', () => {
  const before = { depth, path }
  readEntry()
  if (path !== before.path || depth >= before.depth) return
  const closed = layers.splice(depth)
  for (const { close } of closed.toReversed()) close()
  // Go back once more, because the layer of this entry is already closed.
  if (closed.length === 0 && !isClaimed) history.back()
})

function addLayer(layer: Layer) {
  layers.push(layer)
  if (!isClaimed && depth < layers.length) history.pushState({ ...history.state, [KEY]: layers.length }, '')
  return () => {
    const index = layers.indexOf(layer)
    if (index >= 0) layers.splice(index, 1)
  }
}

/** Calls `close` instead of leaving the screen when the user presses Back. */
export function useCloseOnBack(close: () => void) {
  const onBack = useEffectEvent(close)
  useLayoutEffect(() => addLayer({ close: () => onBack(), isForm: false }), [])
}

/** Closes the topmost dialog or menu; returns false if none is open. */
export function closeTopmost() {
  const uppermost = layers.findLast(({ isForm }) => !isForm)
  uppermost?.close()
  return uppermost !== undefined
}

/** Calls `ask` when Back would leave an unsaved form. Returns an unsubscribe function. */
export const blockBack = (ask: () => void) => addLayer({ close: ask, isForm: true })

/** Returns to the previous screen. */
export function leaveScreen() {
  const steps = depth + 1
  depth = 0
  history.go(-steps)
}

/** Stops adding entries while the back-button redirect is active (`visitor.md §4`). Returns a release function. */
export function claimBack() {
  isClaimed = true
  return () => {
    isClaimed = false
  }
}
