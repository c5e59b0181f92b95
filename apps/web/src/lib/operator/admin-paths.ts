/** Every address of the operator's side (`admin.md §2`). */
export const adminPaths = {
  home: '/adm',
  queue: '/adm/queue',
  media: '/adm/media',
  trash: '/adm/trash',
  removedItems: '/adm/removed-items',
  users: '/adm/users',
  integrity: '/adm/integrity',
  bucket: '/adm/bucket',
  dmca: '/adm/dmca',
  trafficHandlers: '/adm/traffic-handlers',
  ads: '/adm/ads',
  emailCapture: '/adm/email-capture',
  voteMultiplier: '/adm/vote-multiplier',
  populateVotes: '/adm/populate-votes',
  exportVotes: '/adm/export-votes',
  health: '/adm/health',
  siteHealth: '/adm/dbtest',
  /** The database page's second address. */
  siteHealthAlias: '/adm/db-test',
  logs: '/adm/logs',
} as const

/** Where the operator sees all about one user, one item, and one takedown request. */
export const userPath = (userId: number) => `${adminPaths.users}/${userId}`
export const mediaPath = (mediaId: number) => `${adminPaths.media}?id=${mediaId}`
export const requestPath = (takedownId: number) => `${adminPaths.dmca}?id=${takedownId}`

/** What is in the trash under this name. */
export const trashPath = (name: string) => `${adminPaths.trash}?${new URLSearchParams({ search: name })}`
