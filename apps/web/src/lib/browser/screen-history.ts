import { useEffectEvent, useLayoutEffect } from 'react'
import 'wouter/use-browser-location'

/** Dialogs, menus and unsaved forms: each has a history entry of its own, so that going back closes it first. */
type Layer = { close: () => void; isForm: boolean }
const layers: Layer[] = []

const KEY = 'layers'
const depthIn = (state: unknown) =>
  typeof state === 'object' && state !== null && KEY in state && typeof state[KEY] === 'number' ? state[KEY] : 0

/** Layers of the current entry; an entry outlives a layer that was closed otherwise, until the next layer reuses it. */
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
  // The layer of the left entry is closed already.
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

/** Calls `close` when the visitor goes back, instead of leaving the screen, while the component is mounted. */
export function useCloseOnBack(close: () => void) {
  const onBack = useEffectEvent(close)
  useLayoutEffect(() => addLayer({ close: () => onBack(), isForm: false }), [])
}

/** Closes the uppermost dialog or menu; false without one. */
export function closeUppermost() {
  const uppermost = layers.findLast(({ isForm }) => !isForm)
  uppermost?.close()
  return uppermost !== undefined
}

/** Calls `ask` when the visitor goes back from a screen with an unsaved form. Returns how to stop. */
export const blockBack = (ask: () => void) => addLayer({ close: ask, isForm: true })

/** Goes back to the screen before. */
export function leaveScreen() {
  const steps = depth + 1
  depth = 0
  history.go(-steps)
}

/** Adds no entries while the redirect of the back button decides (`visitor.md §4`). Returns how to stop. */
export function claimBack() {
  isClaimed = true
  return () => {
    isClaimed = false
  }
}
