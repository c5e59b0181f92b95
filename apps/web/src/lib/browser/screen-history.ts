import 'wouter/use-browser-location'
import { navigationHandlers } from './navigation-handlers.ts'

/**
 * What each entry of the browser's history carries: the key of the visit to a screen that it belongs to, how many steps
 * it lies above the screen's own entry (one for each dialog), and its index in the history.
 */
type EntryState = { locationKey: string; depth: number; index: number }
const STATE_KEY = 'hotvote-entry'

const isEntryState = (value: unknown): value is EntryState =>
  typeof value === 'object' && value !== null && 'locationKey' in value
const entryStateIn = (state: unknown) => {
  const value = typeof state === 'object' && state !== null && STATE_KEY in state ? state[STATE_KEY] : undefined
  return isEntryState(value) ? value : undefined
}

const newLocationKey = () => crypto.getRandomValues(new Uint32Array(2)).join('-')

let entry: EntryState & { path: string; href: string }
let isPopNavigation = false
/** What going back closes, the innermost last. */
const layers: { close: () => void }[] = []
/** Somebody else decides where going back leads. */
let isClaimed = false
let leaveListener = (_locationKey: string) => {}

/** Calls `listener` with the key of each screen that is left, while that is still drawn. */
export const onLeave = (listener: (locationKey: string) => void) => {
  leaveListener = listener
}

function setEntry(next: EntryState) {
  if (entry && entry.locationKey !== next.locationKey) leaveListener(entry.locationKey)
  entry = { ...next, path: location.pathname, href: location.href }
  const written = entryStateIn(history.state)
  const isWritten =
    written?.locationKey === next.locationKey && written.depth === next.depth && written.index === next.index
  if (!isWritten) history.replaceState({ ...history.state, [STATE_KEY]: next }, '')
}

/** Another address of the same screen (filters, a selection) has the same key. */
const keyOfAddress = () => (location.pathname === entry.path ? entry.locationKey : newLocationKey())

function onPush() {
  const state = entryStateIn(history.state)
  const index = entry.index + 1
  const locationKey = keyOfAddress()
  isPopNavigation &&= locationKey === entry.locationKey
  setEntry(state?.index === index ? state : { locationKey, depth: state?.depth ?? 0, index })
}

function onReplace() {
  const locationKey = keyOfAddress()
  isPopNavigation &&= locationKey === entry.locationKey
  setEntry({ locationKey, depth: locationKey === entry.locationKey ? entry.depth : 0, index: entry.index })
}

function onPop({ state }: PopStateEvent) {
  const before = entry
  const target = entryStateIn(state)
  if (!target) {
    // A link to a place on the same screen (#main), or an entry that another page wrote.
    setEntry({ locationKey: keyOfAddress(), depth: 0, index: before.index + 1 })
    return
  }
  setEntry(target)
  if (target.locationKey !== before.locationKey) {
    isPopNavigation = true
    return
  }
  if (target.depth < before.depth) closeLayersAbove(before, target)
}

function closeLayersAbove(before: typeof entry, { depth, index }: EntryState) {
  const closed = layers.splice(depth)
  const isOneStep = index === before.index - 1
  // Filters that were changed meanwhile stand in the entry that was left.
  if (isOneStep && location.href !== before.href) history.replaceState(history.state, '', before.href)
  for (const { close } of closed.toReversed()) close()
  // What the entry was for is closed already: it is no step of its own.
  if (closed.length === 0 && isOneStep && !isClaimed) history.back()
}

setEntry(entryStateIn(history.state) ?? { locationKey: newLocationKey(), depth: 0, index: 0 })
addEventListener('pushState', onPush)
addEventListener('replaceState', onReplace)
navigationHandlers.onPopState = onPop

/** The key of this visit to the screen that is open: the same again once somebody comes back to it by the history. */
export const currentLocationKey = () => entry.locationKey
/** Whether somebody came to it by going back or forward. */
export const isBackOrForward = () => isPopNavigation

/** For what lies above a screen: going back closes it instead of leaving the screen. Returns how to stop. */
export function closeOnBack(close: () => void) {
  const layer = { close }
  layers.push(layer)
  // While somebody else decides where going back leads, an entry of its own would only be one more step back.
  while (!isClaimed && entry.depth < layers.length) {
    const next: EntryState = { locationKey: entry.locationKey, depth: entry.depth + 1, index: entry.index + 1 }
    history.pushState({ ...history.state, [STATE_KEY]: next }, '')
  }
  return () => {
    const index = layers.indexOf(layer)
    if (index >= 0) layers.splice(index, 1)
  }
}

/** Goes back from the screen, past what was opened above it. */
export const goBackFromScreen = () => history.go(-entry.depth - 1)

/** While somebody else decides where going back leads (`visitor.md §4`, back-button redirect). Returns how to stop. */
export function claimBack() {
  isClaimed = true
  return () => {
    isClaimed = false
  }
}
