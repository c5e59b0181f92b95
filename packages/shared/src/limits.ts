/** The numbers that both sides enforce. Bytes, milliseconds and pixels; the source of each stands beside it. */

const MB = 1024 * 1024

/** One uploaded file, images and videos alike (`visitor.md §5`, `§9`). Bytes. */
export const UPLOAD_MAX_BYTES = 20 * MB
export const UPLOAD_TOO_LARGE = `The file is larger than ${UPLOAD_MAX_BYTES / MB} MB`
/** An image pasted from the clipboard (`visitor.md §5`). Bytes. */
export const PASTED_IMAGE_MAX_BYTES = 10 * MB
/** A video pasted from the clipboard (`visitor.md §5`). Bytes. */
export const PASTED_VIDEO_MAX_BYTES = 20 * MB
/** What an upload may be (`visitor.md §5`): media type to the extensions that carry it. */
export const ACCEPTED_TYPES = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'video/mp4': ['.mp4'],
} as const
export type AcceptedType = keyof typeof ACCEPTED_TYPES

/** From so many items on that were taken down, their uploader is marked as a repeat infringer. */
export const REPEAT_INFRINGER_FROM = 3

/** Characters in a session id (`visitor.md §9`). */
export const SESSION_ID_LENGTH = 32
/** Begins a code that stands for a session for a minute, so that it is never mistaken for a session id. */
export const EXCHANGE_CODE_PREFIX = 'hv-code-'
/** How long a link of a mail is good. Minutes (`docs/decisions/009`). */
export const LINK_MINUTES = 15
/** Characters, counted as Unicode code points. The minimum is `visitor.md §9`. */
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
/** Characters of an address (RFC 5321, path without its brackets). */
export const EMAIL_MAX = 254
/** Items that a "next item" call may ask to leave out. */
export const EXCLUDE_MAX = 10
/** How long a vote or a report may be taken back. Milliseconds (`docs/decisions/021`). */
export const UNDO_MS = 30_000
/** Stored name of an uploaded file, in characters. */
export const ORIGINAL_NAME_MAX = 200
/** Characters in the fields of a takedown request, and how many addresses it may name. */
export const TAKEDOWN_MAX = {
  line: 200,
  email: EMAIL_MAX,
  phone: 50,
  address: 500,
  description: 5000,
  url: 2000,
  urls: 100,
  /** Items of the site that are linked to one request. */
  items: 100,
}
/** Entries of a list that come at once unless asked otherwise, and at most. */
export const PAGE_DEFAULT = 100
export const PAGE_MAX = 500
/** A visit to My Stats ends when nobody has looked for so long. Milliseconds (`docs/decisions/014`). */
export const VISIT_MS = 30 * 60_000
/** Days of the plots, and of what is counted beside them; the last one is today. */
export const PLOT_DAYS = 30
/** Characters of an error that a page reports, and how many of them one page load reports. */
export const CLIENT_ERROR_MAX = { message: 500, stack: 4000, path: 200, build: 100, reports: 5 }
/** Characters that name a network, of those of its hash: enough to recognise it, too little to tell it (docs/decisions/032). */
export const NETWORK_LABEL_LENGTH = 4
/** Days that a deleted item can be brought back by the operator (docs/decisions/023). */
export const TRASH_DAYS = 7
