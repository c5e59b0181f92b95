import type { ZoneId } from '@hotvote/shared/ads'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { OPERATOR_TOKEN_KEY, readStored } from '../../lib/browser/browser-storage.ts'
import { mayRunAds, mayRunAdsAnew, noteAdRan } from '../../lib/visitor/ad-document.ts'
import { isWorkUnderWay } from '../../lib/visitor/work-under-way.ts'
import { adQuery } from './ads.api.ts'
import { injectAd } from './inject-ad.ts'

/** An operator's browser keeps its credentials where ad code could read them. */
const isOperators = () => readStored(OPERATOR_TOKEN_KEY) !== null

/** A zone of the page for advertisements (`visitor.md §2`): nothing at all while it has no code. */
export function AdZone({ zone }: { zone: ZoneId }) {
  const { data } = useQuery(adQuery(zone))
  if (!data?.adCode) return null
  return (
    <aside aria-label="Advertisement" className="min-h-12.5 w-full overflow-x-clip">
      <Ad zone={zone} {...data} />
    </aside>
  )
}

type AdProps = { zone: ZoneId; adCode: string; isSandboxed: boolean }

function Ad({ zone, adCode, isSandboxed }: AdProps) {
  if (isOperators())
    return (
      <p className="px-4 py-3 text-center text-sm text-mute">
        An ad stands here. It does not run in a browser that is logged in as operator.
      </p>
    )
  if (!isSandboxed) return <InjectedAd key={adCode} adCode={adCode} />
  return (
    <iframe
      title="Advertisement"
      src={`/ad-frame/${zone}`}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      loading="lazy"
      className="h-62.5 w-full"
    />
  )
}

function InjectedAd({ adCode }: { adCode: string }) {
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The document was opened on a screen whose policy would stop the ad: the same address anew has its own. Not over what is under way.
    if (mayRunAdsAnew()) return isWorkUnderWay() ? undefined : location.reload()
    // One that is older than the ad goes on without it.
    if (!target.current || !mayRunAds()) return
    const stop = new AbortController()
    noteAdRan()
    void injectAd(target.current, adCode, stop.signal)
    return () => stop.abort()
  }, [adCode])
  return <div ref={target} className="mx-auto flow-root w-fit max-w-full" />
}
