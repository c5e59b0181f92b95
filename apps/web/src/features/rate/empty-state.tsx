import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const load = () => import('./empty-card.tsx')

/** It is also needed without a network. A failure counts only once it is shown. */
export const prefetchEmptyState = () => void load().catch(() => {})

/** The card in the place of the stage, which the first picture does not wait for. */
export const EmptyState = lazyComponent(
  async () => (await load()).EmptyCard,
  () => <Spinner className="m-auto p-8" />,
)
