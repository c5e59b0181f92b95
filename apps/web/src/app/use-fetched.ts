import { useEffect, useEffectEvent, useState } from 'react'

type Part = { fetch: () => Promise<unknown> }

/** Loads a component's code whenever `attempt` changes to a defined value. Returns true once loaded. */
export function useFetched(part: Part, attempt: unknown, onFail = () => {}) {
  const [isFetched, setFetched] = useState(false)
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    if (attempt === undefined) return
    part.fetch().then(
      () => setFetched(true),
      () => fail(),
    )
  }, [part, attempt])
  return isFetched
}
