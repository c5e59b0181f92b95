import type { TakedownStatus } from '@hotvote/shared/takedown-review'
import { CircleCheck, CircleX, Clock, Eye } from 'lucide-react'
import { Badge } from './badge.tsx'

export const statusLooks = {
  pending: { name: 'Pending', icon: Clock, tone: 'warn' },
  reviewed: { name: 'Reviewed', icon: Eye, tone: 'info' },
  resolved: { name: 'Resolved', icon: CircleCheck, tone: 'ok' },
  rejected: { name: 'Rejected', icon: CircleX, tone: 'danger' },
} as const

/** How far a takedown request is. */
export const StatusBadge = ({ status }: { status: TakedownStatus }) => (
  <Badge tone={statusLooks[status].tone}>{status}</Badge>
)
