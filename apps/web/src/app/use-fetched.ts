import { useEffect, useEffectEvent, useState } from 'react'

type Part = { fetch: () => Promise<unknown> }

/** Whether a part is there to be shown. It is fetched at each new `attempt`, which says why it is wanted; undefined, it is not. */
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
