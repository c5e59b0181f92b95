import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const load = () => import('./empty-card.tsx')

/** Ahead of time, as it is wanted without a network, too; a failure is told when it is wanted. */
export const prepareEmptyState = () => void load().catch(() => {})

/** The card in the place of the stage, which the first picture does not wait for. */
export const EmptyState = lazyComponent(
  async () => (await load()).EmptyCard,
  () => <Spinner className="m-auto p-8" />,
)
