import { itemIdIn } from '@hotvote/shared/item-address'
import { ChartNoAxesColumn, Flame, type LucideIcon, Shield, Upload, UserRound } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { paths } from '../../lib/session/paths.ts'
import { prefetchScreen } from '../screens.ts'

type Destination = { path: string; label: string; short: string; icon: LucideIcon }

/** Screens in the order of `visitor.md §2`. */
const destinations: Destination[] = [
  { path: paths.rate, label: 'Rate Photos', short: 'Rate', icon: Flame },
  { path: paths.upload, label: 'Upload Media', short: 'Upload', icon: Upload },
  { path: paths.stats, label: 'My Stats', short: 'Stats', icon: ChartNoAxesColumn },
  { path: paths.profile, label: 'Edit Profile', short: 'Profile', icon: UserRound },
  { path: paths.takedown, label: 'DMCA Takedown', short: 'DMCA', icon: Shield },
]

type Props = {
  name: 'label' | 'short'
  className: string
  linkClassName: string
}

export function MainNavigation({ name, className, linkClassName }: Props) {
  const [location] = useLocation()
  // An item's page is part of the Rate screen.
  const screen = itemIdIn(location) === undefined ? location : paths.rate
  return (
    <nav aria-label="Main" className={className}>
      {destinations.map(({ path, icon: Icon, ...names }) => (
        <Link
          key={path}
          href={path}
          aria-current={path === screen ? 'page' : undefined}
          onPointerEnter={() => prefetchScreen(path)}
          onFocus={() => prefetchScreen(path)}
          onTouchStart={() => prefetchScreen(path)}
          className={`flex min-h-11 ${linkClassName}`}
        >
          <Icon aria-hidden className="size-5" />
          {names[name]}
        </Link>
      ))}
    </nav>
  )
}
