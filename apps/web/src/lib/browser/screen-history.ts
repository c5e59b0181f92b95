import 'wouter/use-browser-location'
import { screenStart } from './screen-start.ts'

/**
 * What each entry of the browser's history carries: the arrival on a screen that it belongs to, how many steps it lies
 * above the screen's own entry (one for each dialog), and its place in the row. wouter tells of every change.
 */
type Mark = { arrival: string; depth: number; at: number }
const MARK = 'hotvote-entry'

const isMark = (value: unknown): value is Mark => typeof value === 'object' && value !== null && 'arrival' in value
const markIn = (state: unknown) => {
  const mark = typeof state === 'object' && state !== null && MARK in state ? state[MARK] : undefined
  return isMark(mark) ? mark : undefined
}

const newArrival = () => crypto.getRandomValues(new Uint32Array(2)).join('-')

let here: Mark & { path: string; href: string }
/** Whether the screen was come to by going back or forward. */
let isReturn = false
/** What going back closes, the innermost last. */
const layers: { close: () => void }[] = []
/** Somebody else decides where going back leads. */
let isClaimed = false
let left = (_arrival: string) => {}

/** For what is to be remembered of a screen: told of each arrival that is left, while its screen still stands. */
export const onLeave = (listener: (arrival: string) => void) => {
  left = listener
}

function note(mark: Mark) {
  if (here && here.arrival !== mark.arrival) left(here.arrival)
  here = { ...mark, path: location.pathname, href: location.href }
  const written = markIn(history.state)
  const isWritten = written?.arrival === mark.arrival && written.depth === mark.depth && written.at === mark.at
  if (!isWritten) history.replaceState({ ...history.state, [MARK]: mark }, '')
}

/** Another address of the same screen (filters, a selection) belongs to the same arrival. */
const arrivalNow = () => (location.pathname === here.path ? here.arrival : newArrival())

function pushed() {
  const mark = markIn(history.state)
  const at = here.at + 1
  const arrival = arrivalNow()
  isReturn &&= arrival === here.arrival
  note(mark?.at === at ? mark : { arrival, depth: mark?.depth ?? 0, at })
}

function replaced() {
  const arrival = arrivalNow()
  isReturn &&= arrival === here.arrival
  note({ arrival, depth: arrival === here.arrival ? here.depth : 0, at: here.at })
}

function popped({ state }: PopStateEvent) {
  const before = here
  const mark = markIn(state)
  if (!mark) {
    // A link to a place on the same screen (#main), or an entry of before this page knew of marks.
    note({ arrival: arrivalNow(), depth: 0, at: before.at + 1 })
    return
  }
  note(mark)
  if (mark.arrival !== before.arrival) {
    isReturn = true
    return
  }
  if (mark.depth < before.depth) steppedBack(before, mark)
}

function steppedBack(before: typeof here, { depth, at }: Mark) {
  const closed = layers.splice(depth)
  const isOneStep = at === before.at - 1
  // Filters that were changed meanwhile stand in the entry that was left.
  if (isOneStep && location.href !== before.href) history.replaceState(history.state, '', before.href)
  for (const { close } of closed.toReversed()) close()
  // What the entry was for is closed already: it is no step of its own.
  if (closed.length === 0 && isOneStep && !isClaimed) history.back()
}

note(markIn(history.state) ?? { arrival: newArrival(), depth: 0, at: 0 })
addEventListener('pushState', pushed)
addEventListener('replaceState', replaced)
screenStart.popped = popped

/** The arrival on the screen that is open: the same again once one comes back to it. */
export const currentArrival = () => here.arrival
/** Whether it is one that somebody came back to. */
export const cameBack = () => isReturn

/** For what lies above a screen: going back closes it instead of leaving the screen. Returns how to stop. */
export function closeOnBack(close: () => void) {
  const layer = { close }
  layers.push(layer)
  // Where going back leads elsewhere in any case, it needs no entry of its own, which would lie in the way later.
  while (!isClaimed && here.depth < layers.length) {
    const mark = { arrival: here.arrival, depth: here.depth + 1, at: here.at + 1 }
    history.pushState({ ...history.state, [MARK]: mark }, '')
  }
  return () => {
    const index = layers.indexOf(layer)
    if (index >= 0) layers.splice(index, 1)
  }
}

/** Goes back from the screen, past what was opened above it. */
export const leaveBack = () => history.go(-here.depth - 1)

/** While somebody else decides where going back leads (`visitor.md §4`, back-button redirect). Returns how to stop. */
export function claimBack() {
  isClaimed = true
  return () => {
    isClaimed = false
  }
}
