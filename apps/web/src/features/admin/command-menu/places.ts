import { Image, type LucideIcon, ShieldAlert, User } from 'lucide-react'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'

export type Place = {
  path: string
  label: string
  note: string
  kind: 'screen' | 'part' | 'user' | 'item' | 'takedown'
  words?: string | undefined
}

export const FOUND_ICONS: Partial<Record<Place['kind'], LucideIcon>> = {
  user: User,
  item: Image,
  takedown: ShieldAlert,
}

/** Additional search terms for each screen, taken from its title and contents. */
export const SCREEN_WORDS: Record<string, string> = {
  [adminPaths.home]: 'dashboard',
  [adminPaths.queue]: 'reports',
  [adminPaths.review]: 'uploads approve decline moderation waiting',
  [adminPaths.users]: 'management accounts',
  [adminPaths.integrity]: 'outliers',
  [adminPaths.bucket]: 'management storage',
  [adminPaths.access]: 'bans doors closed maintenance read-only limits',
  [adminPaths.dmca]: 'dmca management copyright look-alikes',
  [adminPaths.trafficHandlers]: 'redirects',
  [adminPaths.ads]: 'advertisement management',
  [adminPaths.siteTexts]: 'contact terms privacy imprint legal pages',
  [adminPaths.emailCapture]: 'configuration vote threshold',
  [adminPaths.voteMultiplier]: 'settings',
  [adminPaths.populateVotes]: 'synthetic',
  [adminPaths.exportVotes]: 'excel download',
  [adminPaths.health]: 'backup',
  [adminPaths.siteHealth]: 'administration',
  [adminPaths.logs]: 'history',
  [adminPaths.operators]: 'admins moderators roles accounts team',
  [adminPaths.ownLogin]: 'password second factor totp code account',
}

/** Settings and tasks within screens, named after their headings. */
const PARTS: [label: string, path: string, screen: string, words?: string][] = [
  ['Ad Zone 1', adminPaths.ads, 'Ads'],
  ['Skip Button', adminPaths.ads, 'Ads'],
  ['Idle Session Redirect', adminPaths.trafficHandlers, 'Traffic Handlers'],
  ['Back Button Redirect', adminPaths.trafficHandlers, 'Traffic Handlers'],
  ['Captured E-mail Addresses', adminPaths.emailCapture, 'E-mail Capture'],
  ['Files', adminPaths.bucket, 'Bucket'],
  ['Duplicate Detection', adminPaths.bucket, 'Bucket'],
  ['Orphan Report', adminPaths.bucket, 'Bucket'],
  ['Import Media from Bucket', adminPaths.siteHealth, 'Database Test'],
  ['Purge Inactive Accounts', adminPaths.siteHealth, 'Database Test'],
  ['Database Reset', adminPaths.siteHealth, 'Database Test'],
  ['Database Statistics', adminPaths.siteHealth, 'Database Test'],
  ['Hide Reported Items', adminPaths.queue, 'Queue', 'reports threshold'],
  ['Review uploads', adminPaths.review, 'Review', 'approval moderation new uploaders trust'],
  ['Votes set aside', adminPaths.integrity, 'Integrity'],
  ['Retention', adminPaths.health, 'Health'],
  ['Require a second factor', adminPaths.operators, 'Operators', 'totp 2fa'],
  ['Second factor', adminPaths.ownLogin, 'Your login', 'totp 2fa recovery codes'],
  ['Bans', adminPaths.access, 'Access', 'network username mail domain block'],
]
export const parts: Place[] = [
  { label: 'Trash', path: adminPaths.trash, note: 'Media', kind: 'screen', words: 'empty restore deleted' },
  {
    label: 'Removed Items',
    path: adminPaths.removedItems,
    note: 'Media',
    kind: 'screen',
    words: 'never again refused banned allow takedowns',
  },
  ...PARTS.map(([label, path, note, words]): Place => ({ label, path, note, kind: 'part', words })),
]

/** Splits text into words, so that a search for "email" also finds "E-mail". */
const wordsIn = (text: string) =>
  `${text} ${text.replaceAll('-', '')}`
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Returns true if every word in `text` is a prefix of one of the entry's words. */
export const matches = ({ label, note, words: more = '' }: Omit<Place, 'path' | 'kind'>, text: string) => {
  const words = wordsIn(`${label} ${note} ${more}`)
  const prefixes = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))
}
