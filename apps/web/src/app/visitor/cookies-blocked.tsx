import { Cookie } from 'lucide-react'
import { siteName } from '../../lib/session/brand.ts'
import { Button } from '../../ui/forms/button.tsx'

/** Shown if the browser refuses the session cookie (docs/decisions/002). */
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
