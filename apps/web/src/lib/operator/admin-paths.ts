/** See `admin.md §2`. */
export const adminPaths = {
  home: '/adm',
  queue: '/adm/queue',
  review: '/adm/review',
  media: '/adm/media',
  trash: '/adm/trash',
  removedItems: '/adm/removed-items',
  users: '/adm/users',
  integrity: '/adm/integrity',
  bucket: '/adm/bucket',
  dmca: '/adm/dmca',
  access: '/adm/access',
  trafficHandlers: '/adm/traffic-handlers',
  ads: '/adm/ads',
  siteTexts: '/adm/site-texts',
  emailCapture: '/adm/email-capture',
  voteMultiplier: '/adm/vote-multiplier',
  populateVotes: '/adm/populate-votes',
  exportVotes: '/adm/export-votes',
  health: '/adm/health',
  siteHealth: '/adm/dbtest',
  /** Alternative path of the database page. */
  siteHealthAlias: '/adm/db-test',
  logs: '/adm/logs',
  operators: '/adm/operators',
  ownLogin: '/adm/your-login',
} as const

/** Paths that moderators may open, including their subpaths (docs/decisions/039). */
const MODERATOR_PATHS: string[] = [
  ...[adminPaths.queue, adminPaths.review, adminPaths.media, adminPaths.trash, adminPaths.removedItems],
  ...[adminPaths.users, adminPaths.dmca, adminPaths.ownLogin],
]

export const isModeratorPath = (path: string) =>
  MODERATOR_PATHS.some((open) => path === open || path.startsWith(`${open}/`))

export const userPath = (userId: number) => `${adminPaths.users}/${userId}`
export const mediaPath = (mediaId: number) => `${adminPaths.media}?id=${mediaId}`
export const banUserPath = (userId: number) => `${adminPaths.access}?user=${userId}`
export const networkUsersPath = (network: string) => `${adminPaths.users}?network=${network}`
export const banNetworkPath = (network: string) => `${adminPaths.access}?network=${network}`
export const queuePath = (kind: string) => `${adminPaths.queue}?kind=${kind}`
/** `from` names the screen to return to. */
export const requestPath = (takedownId: number, from?: 'queue') =>
  `${adminPaths.dmca}?id=${takedownId}${from ? `&from=${from}` : ''}`

export const trashPath = (name: string) => `${adminPaths.trash}?${new URLSearchParams({ search: name })}`
