import { ChartNoAxesColumn, Flame, type LucideIcon, Shield, Upload, UserRound } from 'lucide-react'
import { paths } from '../lib/visitor/paths.ts'

type Destination = { path: string; label: string; short: string; icon: LucideIcon }

/** The screens in their order, with the labels of the sidebar and of the bottom bar (`visitor.md §2`). */
export const destinations: Destination[] = [
  { path: paths.rate, label: 'Rate Photos', short: 'Rate', icon: Flame },
  { path: paths.upload, label: 'Upload Media', short: 'Upload', icon: Upload },
  { path: paths.stats, label: 'My Stats', short: 'Stats', icon: ChartNoAxesColumn },
  { path: paths.profile, label: 'Edit Profile', short: 'Profile', icon: UserRound },
  { path: paths.takedown, label: 'DMCA Takedown', short: 'DMCA', icon: Shield },
]
