import type { ZoneId } from '@hotvote/shared/visitor/ads'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { OPERATOR_TOKEN_KEY, readStored } from '../../lib/browser/preferences.ts'
import { mayRunAds, mayRunAdsAnew, noteAdRan } from '../../lib/session/ad-document.ts'
import { isWorkUnderWay } from '../../lib/session/work-under-way.ts'
import { setAdHeight } from './ad-height.ts'
import { adQuery } from './ads.api.ts'
import { injectAd } from './inject-ad.ts'

/** Ad code could read the operator's credentials from the browser's storage. */
const isOperators = () => readStored(OPERATOR_TOKEN_KEY) !== null

/** Ad zone (`visitor.md §2`); renders nothing without ad code. */
export function AdZone({ zone }: { zone: ZoneId }) {
  const { data } = useQuery(adQuery(zone))
  const hasAd = data && data.adCode !== ''
  useLayoutEffect(() => {
    // The operator may have changed the zone since the server rendered the page.
    if (hasAd !== undefined) document.documentElement.toggleAttribute('data-ad-zone', hasAd)
  }, [hasAd])
  if (!hasAd) return null
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
        Ad placeholder. It doesn't run in a browser where the operator is logged in.
      </p>
    )
  return isSandboxed ? <FramedAd zone={zone} /> : <InjectedAd key={adCode} adCode={adCode} />
}

const heightIn = (data: unknown) =>
  typeof data === 'object' && data !== null && 'adHeight' in data && typeof data.adHeight === 'number'
    ? data.adHeight
    : Number.NaN

/** The frame reports its own height, because a cross-origin frame cannot be measured. */
function FramedAd({ zone }: { zone: ZoneId }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      const height = heightIn(data)
      if (source === frame.current?.contentWindow && Number.isFinite(height)) setAdHeight(height)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  return (
    <iframe
      ref={frame}
      title="Advertisement"
      src={`/ad-frame/${zone}`}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      loading="lazy"
      className="block h-(--ad-height,50px) w-full"
    />
  )
}

function InjectedAd({ adCode }: { adCode: string }) {
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The document's policy would block the ad; a reload gets the right one, unless unsaved work would be lost.
    if (mayRunAdsAnew()) return isWorkUnderWay() ? undefined : location.reload()
    // The policy or an unsent form may forbid ad code in this document.
    if (!target.current || !mayRunAds()) return
    const stop = new AbortController()
    noteAdRan()
    const sizes = new ResizeObserver(([entry]) => entry && setAdHeight(entry.contentRect.height))
    sizes.observe(target.current)
    void injectAd(target.current, adCode, stop.signal)
    return () => {
      stop.abort()
      sizes.disconnect()
    }
  }, [adCode])
  return <div ref={target} className="mx-auto flow-root w-fit max-w-full" />
}
