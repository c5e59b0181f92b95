import { EXCHANGE_CODE_PREFIX } from '@hotvote/shared/limits'
import { LINK_FAILURES } from '@hotvote/shared/link-failures'
import type { openSession, Session } from '@hotvote/shared/visitor/sessions'
import { navigate } from 'wouter/use-browser-location'
import { fetchContract } from '../api/call-api.ts'
import { hasStatus, isTransient } from '../api/call-error.ts'
import { randomId } from '../browser/device.ts'
import { toast } from '../browser/toasts.ts'
import { paths } from './paths.ts'
import { rememberLogin } from './stored-session.ts'

/** Milliseconds (`visitor.md §9`). */
const REDIRECT_MS = 1000

/** One-time code from the URL; `key` makes a retry of its exchange safe. */
let link: { code: string; key: string; isWhole: boolean } | null = null

const toastError = (description: string) => toast({ title: 'Verification Error', description, variant: 'destructive' })

/** Reads and removes a mail link's parameters (`visitor.md §2`). Call it first, so that the code never leaks. */
export function readLoginLink() {
  const address = new URL(location.href)
  const { searchParams } = address
  const names = ['verified', 'session', 'left-behind', 'error'].filter((name) => searchParams.has(name))
  if (names.length === 0) return
  const error = searchParams.get('error')
  const code = searchParams.get('verified') === 'true' && searchParams.get('session')
  if (code) link = { code, key: randomId(), isWhole: !searchParams.has('left-behind') }
  for (const name of names) searchParams.delete(name)
  history.replaceState(history.state, '', address)
  if (error !== null) toastError(linkFailureText(error))
}

/**
 * Exchanges the code for a session; null without a code or if refused.
 * @throws if the server cannot answer; the code is kept for a retry
 */
export async function sessionFromLink(): Promise<Session | null> {
  const opened = link
  link = null
  if (opened === null) return null
  const { code: sessionId, key, isWhole } = opened
  // Session fixation: a forged link could contain the attacker's session id.
  if (!sessionId.startsWith(EXCHANGE_CODE_PREFIX)) return refuseLink()
  try {
    const body = { sessionId, username: '' }
    const headers = { 'Idempotency-Key': key }
    const { answer: session } = await fetchContract<typeof openSession>('POST /api/session', { body }, { headers })
    // Only the server knows the name, as another device may have changed it (`visitor.md §3`).
    rememberLogin({ sessionId: session.sessionId, username: '', emailVerified: true })
    const left = isWhole ? '' : ' Only your 50,000 newest ratings moved to it.'
    toast({ title: 'Welcome back!', description: `You've successfully logged in to your saved account.${left}` })
    const { pathname } = location
    setTimeout(() => location.pathname === pathname && navigate(paths.rate, { replace: true }), REDIRECT_MS)
    return session
  } catch (error) {
    const isAskedLater = isTransient(error) || hasStatus(error, 429)
    if (!isAskedLater) return refuseLink()
    link = opened
    throw error
  }
}

function refuseLink() {
  toastError(LINK_FAILURES['verification-failed'])
  return null
}

const TEXTS = new Map<string, string>(Object.entries(LINK_FAILURES))

/** URLs can be forged, so never show an unknown value. */
export const linkFailureText = (error: string) => TEXTS.get(error) ?? 'Something went wrong'
