import { useState } from 'react'

type Values = Record<string, unknown>
/** Which fields are changed. */
type Changed = Partial<Record<string, unknown>>

/** A changed field keeps what it was when somebody began to change it; every other one is what holds. */
export const keptAsRead = <V extends Values>(asRead: V, inForce: V, changed: Changed): V =>
  Object.fromEntries(
    Object.entries(inForce).map(([field, value]) => [field, changed[field] ? asRead[field] : value]),
  ) as V

const isSame = (a: Values, b: Values) => Object.keys(a).every((field) => Object.is(a[field], b[field]))

/**
 * What a setting was when it was read before it was changed, for the server to compare. It may be read anew meanwhile, which
 * nobody sees behind what they typed. `keep`: what they know to hold, as they saved it; `tell`: they were told what holds, and
 * that is read next, if it was not yet.
 */
export function useAsRead<V extends Values>(inForce: V, changed: Changed) {
  const [kept, keep] = useState(inForce)
  const [isTold, setTold] = useState(false)
  const asRead = keptAsRead(kept, inForce, changed)
  const isChanged = Object.values(changed).some(Boolean)
  if (isTold && !(isChanged && isSame(asRead, inForce))) {
    setTold(false)
    keep(inForce)
  } else if (!isSame(asRead, kept)) keep(asRead)
  return { asRead, keep, tell: () => setTold(true) }
}
