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

/** Milliseconds between the welcome and the redirect (`visitor.md §9`). */
const REDIRECT_MS = 1000

/** The code of the address, which is exchanged for a session once. By the `key` the server knows who asks again. */
let link: { code: string; key: string; isWhole: boolean } | null = null

const toastError = (description: string) => toast({ title: 'Verification Error', description, variant: 'destructive' })

/**
 * Reads what a link from a mail left in the address and takes it out (`visitor.md §2`): before anything else, so that
 * no request names this address and nobody copies it.
 */
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
 * Exchanges the code of the address for a session, once; null without a code and when it was refused. Throws when no answer came or
 * the server cannot be asked: the code is kept for when it can.
 */
export async function sessionFromLink(): Promise<Session | null> {
  const opened = link
  link = null
  if (opened === null) return null
  const { code: sessionId, key, isWhole } = opened
  // Somebody's session id in a made-up link: posting it would make this browser theirs.
  if (!sessionId.startsWith(EXCHANGE_CODE_PREFIX)) return refuseLink()
  try {
    const body = { sessionId, username: '' }
    const headers = { 'Idempotency-Key': key }
    const { answer: session } = await fetchContract<typeof openSession>('POST /api/session', { body }, { headers })
    // The name is the server's to tell, also after the account was renamed elsewhere (`visitor.md §3`).
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

/** Why a link from a mail did not work. Anybody may write an address: nothing of an unknown value is shown. */
export const linkFailureText = (error: string) => TEXTS.get(error) ?? 'Something went wrong'
