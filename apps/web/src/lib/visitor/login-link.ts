import { EXCHANGE_CODE_PREFIX } from '@hotvote/shared/limits'
import type { openSession, Session } from '@hotvote/shared/sessions'
import { navigate } from 'wouter/use-browser-location'
import { toast } from '../browser/toasts.ts'
import { callApi } from '../net/call-api.ts'
import { hasStatus, isTransient } from '../net/call-error.ts'
import { linkFailureText } from './link-failure.ts'
import { paths } from './paths.ts'
import { rememberSession, setLoggedOut } from './stored-session.ts'

/** Milliseconds between the welcome and the redirect (`visitor.md §9`). */
const REDIRECT_MS = 1000

/** The code of the address, which is exchanged for a session once. */
let code: string | null = null

const toastError = (description: string) => toast({ title: 'Verification Error', description, variant: 'destructive' })

/**
 * Reads what a link from a mail left in the address and takes it out (`visitor.md §2`): before anything else, so that
 * no request names this address and nobody copies it.
 */
export function readLoginLink() {
  const address = new URL(location.href)
  const { searchParams } = address
  const names = ['verified', 'session', 'error'].filter((name) => searchParams.has(name))
  if (names.length === 0) return
  const error = searchParams.get('error')
  if (searchParams.get('verified') === 'true') code = searchParams.get('session') || null
  for (const name of names) searchParams.delete(name)
  history.replaceState(history.state, '', address)
  if (error !== null) toastError(linkFailureText(error))
}

/**
 * Exchanges the code of the address for a session, once; null without a code and when it was refused. Throws when the
 * server cannot be asked: the code is kept for when it can.
 */
export async function sessionFromLink(): Promise<Session | null> {
  const exchangeCode = code
  code = null
  if (exchangeCode === null) return null
  // Somebody's session id in a made-up link: posting it would make this browser theirs.
  if (!exchangeCode.startsWith(EXCHANGE_CODE_PREFIX)) return refuseLink()
  try {
    const session = await callApi<typeof openSession>('POST /api/session', {
      body: { sessionId: exchangeCode, username: '' },
    })
    // The name is the server's to tell, also after the account was renamed elsewhere (`visitor.md §3`).
    rememberSession({ sessionId: session.sessionId, username: '', emailVerified: true })
    setLoggedOut(false)
    toast({ title: 'Welcome back!', description: "You've successfully logged in to your saved account." })
    const { pathname } = location
    setTimeout(() => location.pathname === pathname && navigate(paths.rate, { replace: true }), REDIRECT_MS)
    return session
  } catch (error) {
    const isAskedLater = isTransient(error) || hasStatus(error, 429)
    if (!isAskedLater) return refuseLink()
    code = exchangeCode
    throw error
  }
}

function refuseLink() {
  toastError(linkFailureText('verification-failed'))
  return null
}
