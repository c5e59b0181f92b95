import { ArrowRight, ExternalLink } from 'lucide-react'
import { webAddress } from '../../../lib/browser/web-address.ts'

type Props = {
  /** What makes it happen, as the form says it. */
  when: string
  /** As it is typed. */
  url: string
}

/** What visitors will see of a redirect once the form is saved. */
export function RedirectPreview({ when, url }: Props) {
  const address = webAddress(url.trim())
  return (
    <div className="rounded-control bg-raised p-4">
      <h3 className="text-sm font-semibold">Preview</h3>
      {address ? (
        <p className="mt-1 flex flex-wrap items-center gap-x-2">
          {when}
          <span className="inline-flex min-w-0 items-center gap-2">
            <ArrowRight aria-label="leads to" className="size-4 shrink-0 text-mute" />
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 min-w-0 items-center gap-1.5 font-semibold break-all text-not-ink underline"
            >
              {address}
              <ExternalLink aria-label="(opens in a new tab)" className="size-4 shrink-0" />
            </a>
          </span>
        </p>
      ) : (
        <p className="mt-1 flex min-h-11 items-center text-mute">
          {url.trim() === '' ? 'No redirect: visitors stay on the site.' : 'This address leads nowhere yet.'}
        </p>
      )}
    </div>
  )
}
