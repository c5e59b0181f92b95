import type { RouteOf, Sent } from '@hotvote/shared/contract'
import { CLIENT_ERROR_MAX as MAX } from '@hotvote/shared/limits'
import type { recordClientError } from '@hotvote/shared/visitor/client-errors'

type Report = Sent<typeof recordClientError, 'body'>
const ROUTE: RouteOf<typeof recordClientError> = 'POST /api/client-errors'

/** Matches errors from browser extensions, which are not reported. */
const EXTENSION = /\b[a-z-]+-extension:\/\//

/** Truncates text without splitting a surrogate pair. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

const build = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src.replace(/^.*\//, '') ?? ''

const buildReport = (failure: unknown): Report => {
  const isError = failure instanceof Error
  return {
    message: cut(isError ? `${failure.name}: ${failure.message}` : String(failure), MAX.message),
    stack: cut((isError && failure.stack) || '', MAX.stack),
    path: cut(location.pathname, MAX.path),
    build: cut(build, MAX.build),
  }
}

const sent = new Set<string>()

/** Sends each error once, up to `MAX.reports`. Errors from cross-origin scripts have no details. */
export function sendError(failure: unknown) {
  if (failure === undefined || failure === null || sent.size >= MAX.reports) return
  const report = buildReport(failure)
  const key = `${report.message}\n${report.stack}`
  if (sent.has(key) || EXTENSION.test(report.stack)) return
  sent.add(key)
  // Use a beacon, which is sent even while the page unloads.
  navigator.sendBeacon(ROUTE.slice('POST '.length), new Blob([JSON.stringify(report)], { type: 'application/json' }))
}
