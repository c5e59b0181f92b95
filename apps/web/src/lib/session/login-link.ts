import { EXCHANGE_CODE_PREFIX } from '@hotvote/shared/limits'
import { LINK_FAILURES } from '@hotvote/shared/link-failures'
import type { openSession, Session } from '@hotvote/shared/visitor/sessions'
import { navigate } from 'wouter/use-browser-location'
import { callApi } from '../api/call-api.ts'
import { hasStatus, isTransient } from '../api/call-error.ts'
import { toast } from '../browser/toasts.ts'
import { paths } from './paths.ts'
import { rememberLogin } from './stored-session.ts'

/** Milliseconds (`visitor.md §9`). */
const REDIRECT_MS = 1000

const toastError = (description: string) => toast({ title: 'Verification Error', description, variant: 'destructive' })

/**
 * Exchanges the code in a mail link for a session. Null if there is no valid code (`visitor.md §2`).
 * @throws if the server does not respond
 */
export async function openLink(link: URLSearchParams): Promise<Session | null> {
  const error = link.get('error')
  if (error !== null) toastError(linkFailureText(error))
  const sessionId = link.get('verified') === 'true' && link.get('session')
  if (!sessionId) return null
  // Prevent session fixation by a forged link with the attacker's session id.
  if (!sessionId.startsWith(EXCHANGE_CODE_PREFIX)) return refuseLink()
  try {
    const body = { sessionId, username: '' }
    const session = await callApi<typeof openSession>('POST /api/session', { body })
    // Don't store a name, because it may have been changed on another device (`visitor.md §3`).
    rememberLogin({ sessionId: session.sessionId, username: '', emailVerified: true })
    const left = link.has('left-behind') ? ' Only your newest 50,000 ratings moved to it.' : ''
    toast({ title: 'Welcome back!', description: `You've successfully logged in to your saved account.${left}` })
    const { pathname } = location
    setTimeout(() => location.pathname === pathname && navigate(paths.rate, { replace: true }), REDIRECT_MS)
    return session
  } catch (failure) {
    if (isTransient(failure) || hasStatus(failure, 429)) throw failure
    return refuseLink()
  }
}

function refuseLink() {
  toastError(LINK_FAILURES['verification-failed'])
  return null
}

const TEXTS = new Map<string, string>(Object.entries(LINK_FAILURES))

/** Returns the text for an error in the URL. URLs can be forged, so unknown values are never shown. */
export const linkFailureText = (error: string) => TEXTS.get(error) ?? 'Something went wrong'
