const HELD = 'hotvote-held'

const isHeld = (state: unknown) => typeof state === 'object' && state !== null && HELD in state
const hold = () => {
  if (!isHeld(history.state)) history.pushState({ [HELD]: true }, '')
}

let isHolding = false
/** While an entry that is no longer needed is being left, which the browser does later. */
let isReturning = false
/** While somebody who goes back is asked: the answer decides where to, not the release of what was held. */
let isAsking = false

/**
 * Keeps one more entry of this address in the history, so that going back is heard before the screen is gone; goes on
 * back when `mayLeave` allows it. Returns how to stop.
 */
export function holdBack(mayLeave: () => Promise<boolean>) {
  if (!isReturning) hold()
  const heard = async ({ state }: PopStateEvent) => {
    // A link to a place on the same screen (#main) is heard here too, and so is the way back from it.
    if (isHeld(state) || (state === null && location.hash)) return
    const isOwn = isReturning
    hold()
    if (isOwn) return
    isAsking = true
    const isLeaving = await mayLeave()
    isAsking = false
    if (isLeaving) history.go(-2)
  }
  addEventListener('popstate', heard)
  isHolding = true
  return () => {
    removeEventListener('popstate', heard)
    isHolding = false
    // Later: whoever leaves now puts the next screen in the place of what was held.
    if (!isAsking) setTimeout(giveBack)
  }
}

/** Takes the entry away once nobody needs it. */
function giveBack() {
  if (isHolding || isReturning || !isHeld(history.state)) return
  isReturning = true
  // Heard by whoever holds next, too: it is over once all have.
  addEventListener('popstate', () => setTimeout(() => (isReturning = false)), { once: true })
  history.back()
}
