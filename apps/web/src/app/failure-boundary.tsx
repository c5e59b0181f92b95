import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { SERVER_PROBLEM } from '../lib/api/call-error.ts'
import { isServerAway, type Reach, useOnRetry, useReach } from '../lib/api/reachability.ts'
import { isWorkUnderWay } from '../lib/session/work-under-way.ts'
import { Card } from '../ui/data/card.tsx'
import { PartBoundary } from '../ui/feedback/part-boundary.tsx'
import { Button } from '../ui/forms/button.tsx'

/** Shown if a screen crashes or its code cannot be loaded. */
export const FailureBoundary = ({ children }: { children: ReactNode }) => (
  <PartBoundary failure={(retry) => <FailureCard onRetry={retry} />}>{children}</PartBoundary>
)

const REASONS: Record<Reach, string> = {
  there: "Part of it didn't load. The site may have been updated.",
  offline: "You're offline. This will load as soon as you're back online.",
  away: SERVER_PROBLEM,
}

function FailureCard({ onRetry }: { onRetry: () => void }) {
  // Retry only the screen if there is unsaved work, which reloading the page would lose.
  useOnRetry(() => (isWorkUnderWay() ? onRetry() : location.reload()))
  // `isServerAway` also schedules the retry if the server is unreachable.
  useEffect(() => void isServerAway(), [])
  const reach = useReach()
  const [wouldLose] = useState(isWorkUnderWay)
  return (
    <Card role="alert" data-outage className="m-auto w-[min(28rem,calc(100%-2rem))] text-center">
      <CloudOff aria-hidden className="mx-auto mb-4 size-10 text-hot-ink" />
      <h1 className="text-2xl">This page could not be shown</h1>
      <p className="mt-2 text-mute">
        {REASONS[reach]}
        {wouldLose && " If you reload the page, you'll lose unfinished uploads and anything you haven't sent."}
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {wouldLose && (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button variant={wouldLose ? 'secondary' : 'primary'} onClick={() => location.reload()}>
          Load {wouldLose && 'the page '}again
        </Button>
      </div>
    </Card>
  )
}
