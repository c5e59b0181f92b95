/** Shorter than a test's timeout, which would hide the last value. */
export const SOON = { timeout: 120_000, interval: 50 }

/** For tests that start several processes. */
export const PROCESSES = { timeout: 300_000 }
