import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'

/** The card in the place of the stage, which the first picture does not wait for. It is also needed without a network. */
export const EmptyState = lazyComponent(
  async () => (await import('./empty-card.tsx')).EmptyCard,
  () => <Spinner className="m-auto p-8" />,
)
