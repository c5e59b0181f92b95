import { DECISION_MAIL_SECONDS } from '@hotvote/shared/takedown-review'
import { useQuery } from '@tanstack/react-query'
import { TryAgain } from '../../../ui/forms/button.tsx'
import { type Removal, takedownMailQuery } from './takedowns.api.ts'

/** The mails that the decisions will send, all of them in sight before one is taken. */
export const TakedownMail = ({ takedownId, removal }: { takedownId: number; removal: Removal }) => (
  <section aria-labelledby="mail" className="@container min-w-0">
    <h3 id="mail" className="text-sm tracking-normal text-mute">
      E-mail to the complainant
    </h3>
    <p className="text-sm text-mute">
      Sent {DECISION_MAIL_SECONDS} seconds after your decision. Reopen the request before that to stop it.
    </p>
    <div className="mt-2 grid gap-3 @2xl:grid-cols-2">
      <Mail takedownId={takedownId} status="resolved" removal={removal} />
      <Mail takedownId={takedownId} status="rejected" removal={{ removeMedia: false, keep: [] }} />
    </div>
  </section>
)

type MailProps = { takedownId: number; status: 'resolved' | 'rejected'; removal: Removal }

function Mail({ takedownId, status, removal }: MailProps) {
  const { data: mail, isError, refetch } = useQuery(takedownMailQuery(takedownId, { status, ...removal }))
  return (
    <article aria-label={`When ${status}`} className="rounded-control border border-line p-4" aria-live="polite">
      <h4 className="mb-2 text-sm tracking-normal text-mute">When {status}</h4>
      {mail ? (
        <>
          <p className="text-sm [overflow-wrap:anywhere] text-mute">To: {mail.to}</p>
          <p className="font-semibold [overflow-wrap:anywhere]">{mail.subject}</p>
          <p className="mt-2 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{mail.text}</p>
        </>
      ) : (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-mute">
          {isError ? 'The e-mail could not be shown.' : 'Loading the e-mail…'}
          {isError && <TryAgain size="small" onClick={() => void refetch()} />}
        </div>
      )}
    </article>
  )
}
