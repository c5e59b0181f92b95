/** What a live region says. A screen reader is silent about a text that stays: `nth` is the key of the element with it. */
export type Announcement = { readonly text: string; readonly nth: number }

export const SILENCE: Announcement = { text: '', nth: 0 }

/** The next announcement, which is a new one also in the words of the `last`. */
export const announcementAfter = (last: Announcement, text: string): Announcement => ({ text, nth: last.nth + 1 })
