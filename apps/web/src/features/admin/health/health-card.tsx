import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { Finding } from './health-checks.ts'

const looks: Record<Finding['state'], { tone: Tone; word: string } | undefined> = {
  good: { tone: 'ok', word: 'Good' },
  attention: { tone: 'warn', word: 'Attention' },
  failing: { tone: 'danger', word: 'Failing' },
  none: undefined,
}

type Props = {
  name: string
  icon: LucideIcon
  /** Undefined while it loads. */
  finding: Finding | undefined
  action?: ReactNode
}

/** One part of the site: what it does now, in a figure, a word and a line or two. */
export function HealthCard({ name, icon: Icon, finding, action }: Props) {
  const look = finding && looks[finding.state]
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 text-base">
          <Icon aria-hidden className="size-4 shrink-0 text-mute" />
          {name}
        </h2>
        {look && <Badge tone={look.tone}>{look.word}</Badge>}
      </div>
      {finding ? <Figures {...finding} /> : <Loading />}
      {action}
    </Card>
  )
}

const Figures = ({ value, notes }: Finding) => (
  <>
    <p className="text-xl leading-8 font-bold tracking-tight tabular-nums">{value}</p>
    <div className="min-h-11 text-sm text-mute">
      {notes.map((note) => (
        <p key={note} className="break-words">
          {note}
        </p>
      ))}
    </div>
  </>
)

/** As high as two lines of notes. */
const Loading = () => (
  <>
    <span className="flex h-8 items-center">
      <Skeleton className="h-5 w-28" />
    </span>
    <span className="flex min-h-11 flex-col gap-2 pt-1">
      <Skeleton className="h-3.5 w-40 max-w-full" />
      <Skeleton className="h-3.5 w-48 max-w-full" />
    </span>
  </>
)
