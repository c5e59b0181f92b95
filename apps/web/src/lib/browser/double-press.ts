/** Of two presses that are one double press: at most so many milliseconds and pixels from one to the other. */
const DOUBLE = { within: 400, near: 30 }

let before: { timeStamp: number; clientX: number; clientY: number } | undefined
let second: Event | undefined

/** A mouse is counted by the browser; of touches, Safari says each time that it is the first. */
const isMouse = (event: MouseEvent) => event instanceof PointerEvent && event.pointerType === 'mouse'

function isSecond({ timeStamp, clientX, clientY }: MouseEvent) {
  if (!before || timeStamp - before.timeStamp > DOUBLE.within) return false
  return Math.hypot(clientX - before.clientX, clientY - before.clientY) <= DOUBLE.near
}

function note(event: MouseEvent) {
  // A key presses without a place; its presses are counted by nobody.
  if (event.detail === 0) return
  if (event.detail > 1 || (!isMouse(event) && isSecond(event))) second = event
  const { timeStamp, clientX, clientY } = event
  before = { timeStamp, clientX, clientY }
}
addEventListener('click', note, { capture: true })

/**
 * Whether this click is the second half of a double press, on the same thing or on what has taken its place under the finger
 * meanwhile: nobody meant that.
 */
export const isSecondPress = (event: Event) => event === second

/** Whether the press that began with this `pointerdown` ended as such a half. */
export const isSecondPressSince = ({ timeStamp }: Event) => second !== undefined && second.timeStamp >= timeStamp
