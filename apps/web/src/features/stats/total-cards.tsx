import { Eye, Flame, ImageUp } from 'lucide-react'
import { count } from '../../lib/format.ts'
import { useShownVotes } from '../../lib/vote-multiplier.ts'

type Totals = { totalUploads: number; totalVotes: number; totalViews: number }

/** Three totals over all own items (`visitor.md §2`); bare while they load, in their final size. */
export function TotalCards({ totals }: { totals: Totals | undefined }) {
  const shown = useShownVotes()
  const cards = [
    { label: 'Total Uploads', value: totals?.totalUploads, icon: ImageUp },
    { label: 'Total Votes', value: totals && shown(totals.totalVotes), icon: Flame },
    { label: 'Total Views', value: totals?.totalViews, icon: Eye },
  ]
  return (
    <ul aria-label="Totals" className="grid grid-cols-3 gap-2.5 sm:gap-4">
      {cards.map(({ label, value, icon: Icon }) => (
        <li
          key={label}
          className="flex min-w-0 items-center gap-4 rounded-card border border-line bg-panel p-3 shadow-soft sm:p-5"
        >
          <span className="grid size-11 shrink-0 place-items-center rounded-control bg-raised text-hot-ink max-lg:hidden">
            <Icon aria-hidden className="size-5" />
          </span>
          <div className="min-w-0">
            <p className="text-xs text-mute sm:text-sm">{label}</p>
            <p className="truncate text-2xl font-bold tracking-tight sm:text-3xl">
              {value === undefined ? <>&nbsp;</> : count(value)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
