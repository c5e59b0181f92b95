import { count } from '@hotvote/shared/counted'
import { Eye, Flame, ImageUp } from 'lucide-react'
import { useDisplayedVotes } from '../../lib/session/vote-multiplier.ts'

type Totals = { totalUploads: number; totalVotes: number; totalViews: number }

/** Totals of all own items (`visitor.md §2`). */
export function TotalCards({ totals }: { totals: Totals | undefined }) {
  const displayed = useDisplayedVotes()
  const cards = [
    { label: 'Total Uploads', value: totals?.totalUploads, icon: ImageUp },
    { label: 'Total Votes', value: totals && displayed(totals.totalVotes), icon: Flame },
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
          <div className="@container min-w-0 flex-1">
            <p className="text-xs text-mute sm:text-sm">{label}</p>
            <p className="text-2xl font-bold whitespace-nowrap sm:text-3xl">
              {value === undefined ? (
                <span aria-hidden className="inline-block h-[0.75em] w-12 animate-breathe rounded-md bg-raised" />
              ) : (
                <Fitted text={count(value)} />
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Width of the widest digit, as a share of the font size. */
const DIGIT = 0.64

/** Shrinks long numbers to fit the card, so none is cut. */
const Fitted = ({ text }: { text: string }) => (
  <span className="tracking-tight" style={{ fontSize: `min(1em, ${100 / (text.length * DIGIT)}cqi)` }}>
    {text}
  </span>
)
