import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'

type Props = { icon: LucideIcon /** The words of the specification. */; title: string; children?: ReactNode }

/** What a list shows when nothing is in it; `children` say what would fill it. */
export function Empty({ icon: Icon, title, children }: Props) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-14 text-center">
      <Icon aria-hidden className="mb-2 size-8 text-mute" />
      <p className="font-semibold">{title}</p>
      {children && <div className="text-balance text-mute">{children}</div>}
    </div>
  )
}

/** In an `Empty` of a list that hides some of what there is. */
export const NoMatches = ({ what, onShowAll }: { what: string; onShowAll: () => void }) => (
  <>
    <p>{what} matches the search and the filters.</p>
    <Button className="mt-4" onClick={onShowAll}>
      Show all
    </Button>
  </>
)
