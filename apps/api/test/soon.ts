/** How something is waited for that happens by itself: looked at again and again, on a machine however busy. */
export const SOON = { timeout: 60_000, interval: 10 }
