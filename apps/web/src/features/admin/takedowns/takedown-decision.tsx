import { DECISION_MAIL_SECONDS, TAKEDOWN_MOVES, type TakedownStatus } from '@hotvote/shared/operator/takedown-review'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Eye, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { NotCalledError } from '../../../lib/api/call-error.ts'
import { takedownRemoval, trashedRemoval } from '../../../lib/operator/moderation.ts'
import { discardUnsavedChanges, useUnsavedChanges } from '../../../lib/operator/unsaved-changes.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Button, TryAgain } from '../../../ui/forms/button.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { type Removal, reviewMutation, type ShownTakedown, TAKEDOWNS, takedownMailQuery } from './takedowns.api.ts'

type Props = {
  takedown: ShownTakedown
  removal: Removal
  onDone: () => void
}

const transitions = {
  reviewed: { label: 'Mark as Reviewed', icon: Eye, variant: 'secondary' },
  resolved: { label: 'Resolve', icon: Check, variant: 'primary' },
  rejected: { label: 'Reject', icon: X, variant: 'secondary' },
  pending: { label: 'Reopen', icon: RotateCcw, variant: 'secondary' },
} as const
const ORDER: TakedownStatus[] = ['resolved', 'reviewed', 'rejected', 'pending']

const confirmRemoval = (takedown: ShownTakedown, { removeMedia, keep }: Removal) => {
  const { items, isInTrash, removedItem } = takedown
  const going = items.flatMap(({ media }) => (media && removeMedia && !keep.includes(media.id) ? media : []))
  const [first] = going
  if (first) return confirm(takedownRemoval({ takedown, first, count: going.length, kept: keep.length }))
  return !isInTrash || removedItem === null || confirm(trashedRemoval(takedown, removedItem))
}

/** Decision form (`admin.md §4`). */
export function TakedownDecision({ takedown, removal, onDone }: Props) {
  const { id: takedownId, status } = takedown
  const client = useQueryClient()
  const notes = useNotes(takedown)
  const { mutate, isPending } = useMutation({
    ...reviewMutation,
    // Another operator may have decided first.
    onError: (error) => {
      if (!(error instanceof NotCalledError)) void client.invalidateQueries({ queryKey: TAKEDOWNS })
    },
  })
  // Closes the form only if this request is still shown, to keep notes on another request.
  const close = () => {
    discardUnsavedChanges()
    onDone()
  }
  const transition = async (to: TakedownStatus) => {
    if (to === 'resolved' && !(await confirmRemoval(takedown, removal))) return
    const removed = { ...removal, removeMedia: to === 'resolved' && removal.removeMedia }
    const review = { takedownId, status: to, adminNotes: notes.notes, notesAsRead: takedown.adminNotes, ...removed }
    mutate(review, { onSuccess: close })
  }
  const isDecidable = TAKEDOWN_MOVES[status].includes('resolved')
  return (
    <>
      <div className="flex flex-col gap-5 border-t border-line p-4 sm:p-6">
        <TakedownNotes {...notes} isSending={isPending} />
        {isDecidable && <TakedownMail takedownId={takedownId} removal={removal} />}
      </div>
      <Moves status={status} isBusy={isPending} onMove={(to) => void transition(to)} />
    </>
  )
}

type MovesProps = { status: TakedownStatus; isBusy: boolean; onMove: (to: TakedownStatus) => void }

const Moves = ({ status, isBusy, onMove }: MovesProps) => (
  <fieldset
    aria-label="Decision"
    className="sticky bottom-0 flex flex-wrap items-center gap-2 rounded-b-card border-t border-line bg-panel p-4 sm:px-6"
  >
    {ORDER.filter((to) => TAKEDOWN_MOVES[status].includes(to)).map((to) => (
      <Move key={to} to={to} isBusy={isBusy} onMove={onMove} />
    ))}
  </fieldset>
)

function Move({ to, isBusy, onMove }: Pick<MovesProps, 'isBusy' | 'onMove'> & { to: TakedownStatus }) {
  const { label, icon: Icon, variant } = transitions[to]
  return (
    <Button
      variant={variant}
      onClick={() => onMove(to)}
      isBusy={isBusy}
      // Less padding fits all buttons on one line of a phone.
      className="max-lg:flex-auto max-lg:px-2!"
    >
      <Icon aria-hidden className="size-4 max-lg:hidden" />
      {label}
    </Button>
  )
}

/** Shows all mails before the decision. */
const TakedownMail = ({ takedownId, removal }: { takedownId: number; removal: Removal }) => (
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

function useNotes({ adminNotes }: ShownTakedown) {
  const [typed, setTyped] = useState<{ text: string; over: string }>()
  const isUnsaved = typed !== undefined && typed.text !== adminNotes
  useUnsavedChanges(isUnsaved)
  return {
    notes: typed?.text ?? adminNotes,
    isUnsaved,
    /** Notes that another operator saved after this operator had started to type. */
    replaced: isUnsaved && typed.over !== adminNotes ? adminNotes : undefined,
    write: (text: string) => setTyped(text === adminNotes ? undefined : { text, over: typed?.over ?? adminNotes }),
  }
}

type NotesProps = ReturnType<typeof useNotes> & {
  /** Read-only while sending, because new text would be lost. */
  isSending: boolean
}

const TakedownNotes = ({ isSending, notes, isUnsaved, replaced, write }: NotesProps) => (
  <div className="relative">
    <TextArea
      label="Admin Notes"
      hint={
        replaced === undefined
          ? 'Not shown to visitors. Saved with your decision.'
          : `Changed elsewhere to “${replaced}”. Your decision replaces that.`
      }
      value={notes}
      onChange={(event) => write(event.target.value)}
      maxLength={10_000}
      readOnly={isSending}
    />
    <span role="status" className="absolute -top-0.5 right-0">
      {isUnsaved && <Badge tone="warn">Unsaved Changes</Badge>}
    </span>
  </div>
)
