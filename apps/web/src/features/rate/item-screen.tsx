import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { hasCode } from '../../lib/net/call-error.ts'
import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { useSession } from '../../lib/visitor/session.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { firstItem, isForAnother } from './first-item.ts'
import { itemQuery } from './opened-item.ts'
import { RatePage } from './rate-page.tsx'

const ItemMissing = lazyComponent(async () => (await import('./item-missing.tsx')).ItemMissing)

/** The Rate screen, with the item of its address first (docs/decisions/071). `id` is undefined where that names none. */
export function ItemScreen({ id, adZone }: { id: number | undefined; adZone: ReactNode }) {
  const { data: user, error: sessionError, refetch: openSession } = useSession()
  const [brought, setBrought] = useState(firstItem)
  const [broughtTo, setBroughtTo] = useState(user?.id)
  if (broughtTo === undefined && user) setBroughtTo(user.id)
  // Who takes the visitor's place may have voted on it, or may own it; who then comes back has perhaps voted meanwhile.
  else if (brought && user && user.id !== broughtTo) setBrought(null)
  const isBrought = brought !== null && brought.id === id && !isForAnother(brought, user?.id)
  const isAsked = id !== undefined && !isBrought && user !== undefined
  const { data, error, refetch } = useQuery({ ...itemQuery(id ?? 0, user?.id), enabled: isAsked })
  const opened = isBrought ? brought : data
  if (opened) return <RatePage adZone={adZone} opened={opened} />
  if (id === undefined || hasCode(error, 'not_found')) return <ItemMissing />
  if (error) return <ItemMissing error={error} onRetry={() => void refetch()} />
  if (!user && sessionError) return <ItemMissing error={sessionError} onRetry={() => void openSession()} />
  return <Spinner label="Loading the photo…" className="m-auto p-8" />
}
