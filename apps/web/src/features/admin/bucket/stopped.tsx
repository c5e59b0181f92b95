import type { Operation } from '@hotvote/shared/operations'
import { dateTime } from '../../../lib/format.ts'

/** Of work that somebody ended while it waited: it has no result. */
export const Stopped = ({ operation: { endedAt } }: { operation: Operation }) => (
  <p role="status" className="text-mute">
    Stopped before it began{endedAt && ` · ${dateTime(endedAt)}`}
  </p>
)
