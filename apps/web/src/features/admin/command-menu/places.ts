import { Image, type LucideIcon, User } from 'lucide-react'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'

/** Where the menu leads to. */
export type Place = { path: string; label: string; note: string; kind: 'screen' | 'part' | 'user' | 'item' }

/** Screens have icons of their own. */
export const FOUND_ICONS: Partial<Record<Place['kind'], LucideIcon>> = { user: User, item: Image }

/** Settings and tasks by the names that they have on their screens. */
const PARTS: [label: string, path: string, screen: string][] = [
  ['Ad Zone 1', adminPaths.ads, 'Ads'],
  ['Skip Button', adminPaths.ads, 'Ads'],
  ['Idle Session Redirect', adminPaths.trafficHandlers, 'Traffic Handlers'],
  ['Back Button Redirect', adminPaths.trafficHandlers, 'Traffic Handlers'],
  ['Captured e-mail addresses', adminPaths.emailCapture, 'E-mail Capture'],
  ['Trash', adminPaths.trash, 'Media'],
  ['Files', adminPaths.bucket, 'Bucket'],
  ['Duplicate Detection', adminPaths.bucket, 'Bucket'],
  ['Orphan Report', adminPaths.bucket, 'Bucket'],
  ['Import Media from Bucket', adminPaths.siteHealth, 'Database'],
  ['Purge Inactive Accounts', adminPaths.siteHealth, 'Database'],
  ['Database Reset', adminPaths.siteHealth, 'Database'],
  ['Database Statistics', adminPaths.siteHealth, 'Database'],
  ['Hide Reported Items', adminPaths.queue, 'Queue'],
  ['Votes set aside', adminPaths.integrity, 'Integrity'],
  ['Retention', adminPaths.health, 'Health'],
]
export const parts: Place[] = PARTS.map(([label, path, screen]) => ({ label, path, note: screen, kind: 'part' }))

/** Whether each word of `text` begins a word of the label or of the note. */
export const matches = ({ label, note }: Pick<Place, 'label' | 'note'>, text: string) => {
  const words = `${label} ${note}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const prefixes = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))
}

/** Whether the text as it is stands in the label or in the note. */
export const names = ({ label, note }: Pick<Place, 'label' | 'note'>, text: string) =>
  `${label} ${note}`.toLowerCase().includes(text.trim().toLowerCase())
