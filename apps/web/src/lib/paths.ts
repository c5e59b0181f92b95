/** Every address of the visitor's side (`visitor.md §2`). */
export const paths = {
  rate: '/',
  upload: '/upload',
  stats: '/stats',
  profile: '/profile',
  takedown: '/dmca',
} as const
