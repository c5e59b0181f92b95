import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasCode } from '../../lib/net/call-error.ts'
import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { useSession } from '../../lib/visitor/session.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { itemQuery } from './rate.api.ts'
import { RatePage } from './rate-page.tsx'
import { findKnownItem } from './use-rating.ts'

const ItemMissing = lazyComponent(async () => (await import('./item-missing.tsx')).ItemMissing)

/** The rate screen with the item of its address first (docs/decisions/034); `id` is undefined if that is no number. */
export function ItemScreen({ id = 0, adZone }: { id: number | undefined; adZone: ReactNode }) {
  const { data: user, error: sessionError, refetch: openSession } = useSession()
  const {
    data: opened,
    error,
    refetch,
  } = useQuery({
    ...itemQuery(id, user?.id),
    initialData: () => findKnownItem(id, user?.id),
    enabled: id > 0 && user !== undefined,
  })
  if (opened) return <RatePage adZone={adZone} opened={opened} />
  if (id === 0 || hasCode(error, 'not_found')) return <ItemMissing />
  if (error) return <ItemMissing error={error} onRetry={() => void refetch()} />
  if (!user && sessionError) return <ItemMissing error={sessionError} onRetry={() => void openSession()} />
  return <Spinner label="Loading the photo…" className="m-auto p-8" />
}
