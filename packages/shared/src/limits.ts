const MB = 1024 * 1024

/** Bytes (`visitor.md §5`, `§9`). */
export const UPLOAD_MAX_BYTES = 20 * MB
export const UPLOAD_TOO_LARGE = `The file is larger than ${UPLOAD_MAX_BYTES / MB} MB`
/** Bytes (`visitor.md §5`). */
export const PASTED_IMAGE_MAX_BYTES = 10 * MB
/** Bytes (`visitor.md §5`). */
export const PASTED_VIDEO_MAX_BYTES = 20 * MB
/** See `visitor.md §5`. */
export const ACCEPTED_TYPES = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'video/mp4': ['.mp4'],
} as const
export type AcceptedType = keyof typeof ACCEPTED_TYPES

/** Number of upheld takedowns that make an uploader a repeat infringer. */
export const REPEAT_INFRINGER_FROM = 3

/** Characters (`visitor.md §9`). */
export const SESSION_ID_LENGTH = 32
/** Prefix that distinguishes exchange codes, which are valid for a minute, from session ids. */
export const EXCHANGE_CODE_PREFIX = 'hv-code-'
/** Minutes (`docs/decisions/009`). */
export const LINK_MINUTES = 15
/** Unicode code points. The minimum is from `visitor.md §9`. */
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
/** Characters (RFC 5321). */
export const EMAIL_MAX = 254
export const EXCLUDE_MAX = 10
/** Milliseconds (`docs/decisions/021`). */
export const UNDO_MS = 30_000
/** Characters. */
export const ORIGINAL_NAME_MAX = 200
/** Characters. */
export const TAKEDOWN_MAX = {
  line: 200,
  email: EMAIL_MAX,
  phone: 50,
  address: 500,
  description: 5000,
  url: 2000,
  urls: 100,
  items: 100,
}
/** Maximum length of a counter-notice's statement in characters. */
export const COUNTER_NOTICE_MAX = 2000
export const PAGE_DEFAULT = 100
export const PAGE_MAX = 500
/** Milliseconds without activity (`docs/decisions/014`). */
export const VISIT_MS = 30 * 60_000
export const PLOT_DAYS = 30
/** Ranges in days that the operator's plots can show. */
export const PLOT_RANGES = [7, PLOT_DAYS, 90] as const
export const PLOT_DAYS_MAX = 90
/** Characters. `reports` is per page load. */
export const CLIENT_ERROR_MAX = { message: 500, stack: 4000, path: 200, build: 100, reports: 5 }
/** Number of hash characters to show: enough to compare networks, too few to identify one (docs/decisions/032). */
export const NETWORK_LABEL_LENGTH = 4
/** See `docs/decisions/023`. */
export const TRASH_DAYS = 7
