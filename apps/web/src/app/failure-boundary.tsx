import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOnReconnect } from '../lib/net/online.ts'
import { isWorkUnderWay } from '../lib/visitor/work-under-way.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PartBoundary } from '../ui/part-boundary.tsx'

/** A screen that broke, or a part of it that could not be loaded (offline, or the site was renewed meanwhile). */
export const FailureBoundary = ({ children }: { children: ReactNode }) => (
  <PartBoundary failure={(retry) => <FailureCard onRetry={retry} />}>{children}</PartBoundary>
)

function FailureCard({ onRetry }: { onRetry: () => void }) {
  // Over what would be lost with the page only the screen is drawn anew, which fetches its part once more.
  useOnReconnect(() => (isWorkUnderWay() ? onRetry() : location.reload()))
  return (
    <Card role="alert" className="m-auto w-[min(28rem,calc(100%-2rem))] text-center">
      <CloudOff aria-hidden className="mx-auto mb-4 size-10 text-hot-ink" />
      <h1 className="text-2xl">This page could not be shown</h1>
      <p className="mt-2 text-mute">Part of it did not load. Check your connection, then load it again.</p>
      <Button variant="primary" className="mt-5" onClick={() => location.reload()}>
        Load again
      </Button>
    </Card>
  )
}
