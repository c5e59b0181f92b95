/** See `visitor.md §2`. */
export const paths = {
  rate: '/',
  upload: '/upload',
  stats: '/stats',
  profile: '/profile',
  takedown: '/dmca',
} as const

/** Page for objecting to a removal by a takedown. */
export const counterNoticeRoute = '/counter-notice/:token'
export const counterNoticePath = (token: string) => `/counter-notice/${token}`

/** See `docs/decisions/034`. */
export const itemRoute = '/m/*?'

/** The operator's pages have no visitor shell or redirects (`visitor.md §2`, `§4`). */
export const isOperatorPath = (path: string) => /^\/adm(\/|$)/i.test(path)
