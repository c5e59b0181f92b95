/** A reader who does one of these wants to be somewhere else. */
export const USER_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
