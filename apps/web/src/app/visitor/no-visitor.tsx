import { Cookie } from 'lucide-react'
import { siteName } from '../../lib/session/brand.ts'
import { type EndReason, ended } from '../../lib/session/open-session.ts'
import { startNewVisitor } from '../../lib/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { welcome } from './welcome-back.tsx'

/** Shown if the browser blocks the session cookie (docs/decisions/002). */
export function CookiesBlocked() {
  return (
    <>
      <Cookie aria-hidden className="mx-auto mb-4 size-10 text-hot-ink" />
      <h1 className="text-2xl">Cookies are blocked</h1>
      <p className="mt-2 text-balance text-mute">
        {siteName} uses one cookie to remember your votes and uploads. Allow cookies for{' '}
        <strong className="wrap-anywhere text-text">{location.hostname}</strong> in your browser's settings, then reload
        this page.
      </p>
      <Button variant="primary" className="mt-5" onClick={() => location.reload()}>
        Reload
      </Button>
    </>
  )
}

const TITLES: Record<EndReason, string> = {
  'saved-elsewhere': 'Your account was saved on another device',
  'login-ended': "You've been logged out",
}

export function LoggedOut() {
  const { sentTo } = welcome.use()
  const end = ended.use()
  const reason = end ? TITLES[end.why] : 'You are logged out'
  return (
    <>
      <h1 className="text-2xl text-balance">{sentTo === null ? reason : 'Check your inbox'}</h1>
      <p className="mt-2 text-mute">
        {sentTo === null ? (
          'Log in with your email, or start fresh.'
        ) : (
          <>
            If there's an account for <strong className="wrap-anywhere text-text">{sentTo}</strong>, a login link is on
            its way.
          </>
        )}
      </p>
      <div className="mt-5 flex flex-col gap-3">
        <Button variant="primary" onClick={() => welcome.set({ isOpen: true, sentTo })}>
          {sentTo === null ? 'Log in with email' : 'Send another link'}
        </Button>
        <Button onClick={() => void startNewVisitor()}>Login as a New User</Button>
      </div>
    </>
  )
}
