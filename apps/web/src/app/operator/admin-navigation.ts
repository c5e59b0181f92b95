import {
  Archive,
  Calculator,
  Database,
  DoorOpen,
  FileDown,
  FileText,
  HeartPulse,
  Images,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Megaphone,
  ScanEye,
  ScanSearch,
  ScrollText,
  ShieldAlert,
  Split,
  UserCog,
  Users,
  Vote,
} from 'lucide-react'
import { adminPaths, isModeratorPath } from '../../lib/operator/admin-paths.ts'
import { useRole } from '../../lib/operator/own-login.ts'

type Destination = {
  path: string
  label: string
  icon: LucideIcon
  /** Other paths that highlight this menu entry as current. */
  aliases?: string[]
}

/** Operator screens in three groups (`admin.md §2`). */
const adminGroups: { name: string; destinations: Destination[] }[] = [
  {
    name: 'Content',
    destinations: [
      { path: adminPaths.home, label: 'Overview', icon: LayoutDashboard },
      { path: adminPaths.queue, label: 'Queue', icon: Inbox },
      { path: adminPaths.review, label: 'Review', icon: ScanEye },
      { path: adminPaths.media, aliases: [adminPaths.trash, adminPaths.removedItems], label: 'Media', icon: Images },
      { path: adminPaths.users, label: 'Users', icon: Users },
      { path: adminPaths.integrity, label: 'Integrity', icon: ScanSearch },
      { path: adminPaths.bucket, label: 'Bucket', icon: Archive },
      { path: adminPaths.dmca, label: 'Takedowns', icon: ShieldAlert },
      { path: adminPaths.access, label: 'Access', icon: DoorOpen },
    ],
  },
  {
    name: 'Growth',
    destinations: [
      { path: adminPaths.trafficHandlers, label: 'Traffic Handlers', icon: Split },
      { path: adminPaths.ads, label: 'Ads', icon: Megaphone },
      { path: adminPaths.siteTexts, label: 'Site Texts', icon: FileText },
      { path: adminPaths.emailCapture, label: 'E-mail Capture', icon: Mail },
      { path: adminPaths.voteMultiplier, label: 'Vote Multiplier', icon: Calculator },
      { path: adminPaths.populateVotes, label: 'Vote Population', icon: Vote },
      { path: adminPaths.exportVotes, label: 'Export Votes', icon: FileDown },
    ],
  },
  {
    name: 'System',
    destinations: [
      { path: adminPaths.health, label: 'Health', icon: HeartPulse },
      { path: adminPaths.siteHealth, label: 'Database Test', icon: Database, aliases: [adminPaths.siteHealthAlias] },
      { path: adminPaths.operators, label: 'Operators', icon: UserCog },
      { path: adminPaths.logs, label: 'Audit Logs', icon: ScrollText },
    ],
  },
]

export type AdminGroup = (typeof adminGroups)[number]

const moderatorGroups = adminGroups
  .map(({ name, destinations }) => ({ name, destinations: destinations.filter(({ path }) => isModeratorPath(path)) }))
  .filter(({ destinations }) => destinations.length > 0)

/** Returns the menu groups of the operator's role, or none before a required second factor is set up. */
export const useAdminGroups = () => {
  const role = useRole()
  return role === 'admin' ? adminGroups : role === 'moderator' ? moderatorGroups : []
}
