/** Shorter than the time of a test, whose failure would not say what was there instead. */
export const SOON = { timeout: 120_000, interval: 50 }

/** For tests that start processes of their own, one after the other. */
export const PROCESSES = { timeout: 300_000 }
