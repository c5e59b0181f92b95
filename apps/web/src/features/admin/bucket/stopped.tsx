import type { Operation } from '@hotvote/shared/operations'
import { dateTime } from '../../../lib/format.ts'

/** Of work that somebody ended while it waited: it has no result. */
export const Stopped = ({ operation: { startedAt, endedAt } }: { operation: Operation }) => (
  <p role="status" className="text-mute">
    {startedAt ? 'Stopped before its end' : 'Stopped before it began'}
    {endedAt && ` · ${dateTime(endedAt)}`}
  </p>
)
