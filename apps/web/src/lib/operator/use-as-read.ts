import { useState } from 'react'

type Values = Record<string, unknown>
/** Which fields are changed. */
type Changed = Partial<Record<string, unknown>>

/** A changed field keeps what it was when somebody began to change it; every other one is what holds. */
export const keptAsRead = <V extends Values>(asRead: V, inForce: V, changed: Changed): V =>
  Object.fromEntries(
    Object.entries(inForce).map(([field, value]) => [field, changed[field] ? asRead[field] : value]),
  ) as V

/**
 * What a setting was when it was read before it was changed, for the server to compare. It may be read anew meanwhile, which
 * nobody sees behind what they typed. `catchUp`: they know what holds, as they were told, or saved it themselves.
 */
export function useAsRead<V extends Values>(inForce: V, changed: Changed) {
  const [kept, keep] = useState(inForce)
  const [isCaughtUp, setCaughtUp] = useState(false)
  if (isCaughtUp && !Object.values(changed).some(Boolean)) setCaughtUp(false)
  const asRead = isCaughtUp ? inForce : keptAsRead(kept, inForce, changed)
  if (Object.entries(asRead).some(([field, value]) => !Object.is(value, kept[field]))) keep(asRead)
  return { asRead, catchUp: () => setCaughtUp(true) }
}
