/**
 * How something is waited for that happens by itself: looked at again and again, on a machine however busy, and given up
 * before the test is, which would not say what was there instead.
 */
export const SOON = { timeout: 120_000, interval: 50 }

/** For tests that start processes of their own, one after the other. */
export const PROCESSES = { timeout: 300_000 }
