import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { TryAgain } from '../../../ui/try-again.tsx'
import { takedownMailQuery } from './takedowns.api.ts'

const decisions = [
  { status: 'resolved', label: 'When resolved' },
  { status: 'rejected', label: 'When rejected' },
] as const

/** The mail that a decision will send, before it is taken. */
export function TakedownMail({ takedownId, isRemoving }: { takedownId: number; isRemoving: boolean }) {
  const [status, setStatus] = useState<(typeof decisions)[number]['status']>('resolved')
  const removeMedia = isRemoving && status === 'resolved'
  const { data: mail, isError, refetch } = useQuery(takedownMailQuery(takedownId, { status, removeMedia }))
  return (
    <section aria-labelledby="mail" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="mail" className="text-sm tracking-normal text-mute">
          E-mail to the complainant
        </h3>
        <fieldset className="flex gap-1 rounded-control bg-raised p-1">
          <legend className="sr-only">Which e-mail is shown</legend>
          {decisions.map(({ status: value, label }) => (
            <label
              key={value}
              className={clsx(
                'flex min-h-11 items-center rounded-[9px] px-3 text-sm font-semibold has-focus-visible:outline-2 has-focus-visible:outline-focus',
                status === value ? 'bg-panel' : 'text-mute',
              )}
            >
              <input
                type="radio"
                name="mail"
                checked={status === value}
                onChange={() => setStatus(value)}
                className="sr-only"
              />
              {label}
            </label>
          ))}
        </fieldset>
      </div>
      <div className="mt-2 rounded-control border border-line p-4" aria-live="polite">
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
      </div>
    </section>
  )
}
