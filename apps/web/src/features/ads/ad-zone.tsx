import type { ZoneId } from '@hotvote/shared/visitor/ads'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { OPERATOR_TOKEN_KEY, readStored, writeStored } from '../../lib/browser/preferences.ts'
import { mayReloadForAds, mayRunAds, noteAdRan } from '../../lib/session/ad-document.ts'
import { isWorkUnderWay } from '../../lib/session/work-under-way.ts'
import { adQuery } from './ads.api.ts'

/** Recreates a script element, because scripts inserted with `innerHTML` never run. */
function copyScript(inert: HTMLScriptElement) {
  const script = document.createElement('script')
  for (const { name, value } of inert.attributes) script.setAttribute(name, value)
  script.async = inert.async
  script.textContent = inert.textContent
  return script
}

/** Catches `document.write` calls by old ad code, which would replace the whole page. */
function captureDocumentWrites(run: () => void) {
  const written: string[] = []
  const write = (...html: string[]) => void written.push(...html)
  Object.assign(document, { write, writeln: write })
  try {
    run()
  } finally {
    // Delete the overrides to restore the inherited methods.
    Reflect.deleteProperty(document, 'write')
    Reflect.deleteProperty(document, 'writeln')
  }
  return written.join('')
}

const isCode = ({ type, noModule }: HTMLScriptElement) => /^$|javascript|^module$/.test(type) && !noModule

/** Runs a script. Resolves after it has run or failed. */
async function runScript(inert: HTMLScriptElement, signal: AbortSignal) {
  const script = copyScript(inert)
  const settled = new Promise<unknown>((done) => {
    script.onload = done
    script.onerror = done
  })
  const place = document.createComment('')
  const written = captureDocumentWrites(() => inert.replaceWith(script, place))
  if (script.src && isCode(script)) await settled
  if (written) await runAll(place, written, signal)
}

async function runAll(before: Comment, html: string, signal: AbortSignal) {
  const template = document.createElement('template')
  template.innerHTML = html
  const scripts = [...template.content.querySelectorAll('script')]
  before.before(template.content)
  for (const script of scripts) {
    if (signal.aborted) return
    await runScript(script, signal)
  }
}

/** Inserts an ad and runs its scripts in order (`visitor.md §7`) until `signal` is aborted. */
function injectAd(target: HTMLElement, adCode: string, signal: AbortSignal) {
  const end = document.createComment('')
  target.replaceChildren(end)
  return runAll(end, adCode, signal)
}

/** Minimum (`visitor.md §2`) and maximum height of an ad in pixels. */
const [LEAST, MOST] = [50, 600]

/** Sets the ad's height and stores it for the next visit (`public/theme.js`). */
function setAdHeight(height: number) {
  // A height of 0 means that the ad has not rendered yet.
  if (height === 0) return
  const pixels = Math.ceil(Math.min(MOST, Math.max(LEAST, height)))
  document.documentElement.style.setProperty('--ad-height', `${pixels}px`)
  writeStored('hotvote-ad-height', String(pixels))
}

/** Ads must not run if this is true, because ad code could read the operator's token from the browser's storage. */
const hasOperatorToken = () => readStored(OPERATOR_TOKEN_KEY) !== null

/** Ad zone (`visitor.md §2`). Renders nothing if there is no ad code. */
export function AdZone({ zone }: { zone: ZoneId }) {
  const { data } = useQuery(adQuery(zone))
  const hasAd = data && data.adCode !== ''
  useLayoutEffect(() => {
    // Update the attribute, because the operator may have changed the zone since the server rendered the page.
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
  if (hasOperatorToken())
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

/** Ad in a sandboxed frame, which reports its own height because a cross-origin frame cannot be measured. */
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
      // Otherwise browsers paint the frame white in the dark theme.
      className="block h-(--ad-height,50px) w-full [color-scheme:normal]"
    />
  )
}

function InjectedAd({ adCode }: { adCode: string }) {
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // This document's CSP blocks the ad, so reload the page unless that would lose unsaved work.
    if (mayReloadForAds()) return isWorkUnderWay() ? undefined : location.reload()
    // Ads may be blocked by the CSP or by a form that has not been sent yet.
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
