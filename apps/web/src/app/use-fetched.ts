import { useEffect, useEffectEvent, useState } from 'react'

type Part = { fetch: () => Promise<unknown> }

/** Fetches a part for each new `attempt`, unless `attempt` is undefined. */
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
