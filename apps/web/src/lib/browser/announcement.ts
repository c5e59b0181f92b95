/** Text of a live region. Use `nth` as the key, so screen readers repeat unchanged text. */
export type Announcement = { readonly text: string; readonly nth: number }

export const SILENCE: Announcement = { text: '', nth: 0 }

export const announcementAfter = (last: Announcement, text: string): Announcement => ({ text, nth: last.nth + 1 })
