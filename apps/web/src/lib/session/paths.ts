/** Every address of the visitor's side (`visitor.md §2`). */
export const paths = {
  rate: '/',
  upload: '/upload',
  stats: '/stats',
  profile: '/profile',
  takedown: '/dmca',
} as const

/** One item, by its id (docs/decisions/034). */
export const itemRoute = '/m/*?'

/** Pages of the operator: without the visitor's shell and redirects (`visitor.md §2`, `§4`). */
export const isOperatorPath = (path: string) => /^\/adm(\/|$)/i.test(path)
