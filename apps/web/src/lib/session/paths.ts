/** See `visitor.md §2`. */
export const paths = {
  rate: '/',
  upload: '/upload',
  stats: '/stats',
  profile: '/profile',
  takedown: '/dmca',
} as const

/** See `docs/decisions/034`. */
export const itemRoute = '/m/*?'

/** The operator's pages have no visitor shell or redirects (`visitor.md §2`, `§4`). */
export const isOperatorPath = (path: string) => /^\/adm(\/|$)/i.test(path)
