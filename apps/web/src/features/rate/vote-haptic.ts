/** Milliseconds. */
const TAP = 12

/** A vote that counts is felt under the thumb, where a phone can do that. Before a first touch a browser refuses it. */
export const feltVote = (isCounted: boolean) => {
  if (isCounted && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TAP)
  return isCounted
}
