/** Pixels before a touch is more than a tap. */
export const TAP_SLOP = 8
/** Pixels from the left edge of the window that belong to the back gesture (`visitor.md §9`). */
export const BACK_EDGE = 50
