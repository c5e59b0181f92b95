import type { TakedownNotice } from '@hotvote/shared/visitor/counter-notices'
import { ShieldAlert } from 'lucide-react'
import { date } from '../../lib/browser/format.ts'
import { counterNoticePath } from '../../lib/session/paths.ts'
import { ContactLink } from '../../ui/data/contact-link.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'

const STATES: Record<TakedownNotice['state'], string> = {
  open: 'If you think this was a mistake, you can object once.',
  waiting: "We've received your counter-notice and are reviewing the claim again.",
  upheld: "We reviewed your counter-notice and didn't reverse the removal.",
  rejected: 'The claim was rejected. You can upload the file again.',
}

/** Lists removals by takedowns. Uploaders without an email address learn about removals only here. */
export const TakedownNotices = ({ notices }: { notices: TakedownNotice[] }) => (
  <ul aria-label="Removed after copyright claims" className="flex flex-col gap-2 empty:hidden">
    {notices.map(({ token, originalName, removedAt, state }) => (
      <li
        key={token}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-panel p-4 shadow-soft"
      >
        <ShieldAlert aria-hidden className="size-5 shrink-0 text-warn-ink" />
        <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
          <strong>{originalName}</strong> was removed on {date(removedAt)} after a copyright claim. {STATES[state]}{' '}
          <ContactLink />
        </p>
        {state === 'open' && <ButtonLink href={counterNoticePath(token)}>Send a counter-notice</ButtonLink>}
      </li>
    ))}
  </ul>
)
