/** Pixels before a touch is more than a tap. */
export const TAP_SLOP = 8
/** Up to so many pixels from the left edge of the window a touch belongs to the back gesture (`visitor.md §9`). */
export const BACK_EDGE = 50
