import { DECISION_MAIL_SECONDS, TAKEDOWN_MOVES, type TakedownStatus } from '@hotvote/shared/takedown-review'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Eye, RotateCcw, X } from 'lucide-react'
import { useCallback, useState } from 'react'
import { NotCalledError } from '../../../lib/net/call-error.ts'
import { takedownRemoval, trashedRemoval } from '../../../lib/operator/moderation.ts'
import { discardUnsavedChanges, useUnsavedChanges } from '../../../lib/operator/unsaved-changes.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Button, TryAgain } from '../../../ui/forms/button.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import {
  isOpenAt,
  type Removal,
  reviewMutation,
  type ShownTakedown,
  TAKEDOWNS,
  takedownMailQuery,
} from './takedowns.api.ts'

type Props = {
  takedown: ShownTakedown
  removal: Removal
  /** What is known of it is from an earlier look. */
  isKept: boolean
  onDone: () => void
}

const transitions = {
  reviewed: { label: 'Mark as Reviewed', icon: Eye, variant: 'secondary' },
  resolved: { label: 'Resolve', icon: Check, variant: 'primary' },
  rejected: { label: 'Reject', icon: X, variant: 'secondary' },
  pending: { label: 'Reopen', icon: RotateCcw, variant: 'secondary' },
} as const
const ORDER: TakedownStatus[] = ['resolved', 'reviewed', 'rejected', 'pending']

/** What is deleted for good with a resolved request is asked about. */
const confirmRemoval = (takedown: ShownTakedown, { removeMedia, keep }: Removal) => {
  const { items, isInTrash, removedItem } = takedown
  const going = items.flatMap(({ media }) => (media && removeMedia && !keep.includes(media.id) ? media : []))
  const [first] = going
  if (first) return confirm(takedownRemoval({ takedown, first, count: going.length, kept: keep.length }))
  return !isInTrash || removedItem === null || confirm(trashedRemoval(takedown, removedItem))
}

/** Notes, the mail that a decision sends, and the moves that the status allows (`admin.md §4`). */
export function TakedownDecision({ takedown, removal, isKept, onDone }: Props) {
  const { id: takedownId, status, adminNotes: notesAsRead } = takedown
  const client = useQueryClient()
  const notes = useNotes(takedown)
  const { mutate, isPending } = useMutation({
    ...reviewMutation,
    // Somebody else may have been faster; without a login nothing was asked.
    onError: (error) =>
      error instanceof NotCalledError ? undefined : client.invalidateQueries({ queryKey: TAKEDOWNS }),
  })
  // Only here: whoever looks at something else by then stays with it, and with what they typed there.
  const close = () => {
    discardUnsavedChanges()
    onDone()
  }
  const transition = async (to: TakedownStatus) => {
    if (to === 'resolved' && !(await confirmRemoval(takedown, removal))) return
    const removed = { ...removal, removeMedia: to === 'resolved' && removal.removeMedia }
    const review = { takedownId, status: to, adminNotes: notes.notes, notesAsRead, ...removed }
    mutate(review, { onSuccess: close })
  }
  const isDecidable = TAKEDOWN_MOVES[status].includes('resolved')
  return (
    <>
      <div className="flex flex-col gap-5 border-t border-line p-4 sm:p-6">
        <TakedownNotes {...notes} isSending={isPending} />
        {isDecidable && <TakedownMail takedownId={takedownId} removal={removal} />}
      </div>
      <Moves status={status} isKept={isKept} isBusy={isPending} onMove={(to) => void transition(to)} />
    </>
  )
}

type MovesProps = Pick<Props, 'isKept'> & {
  status: TakedownStatus
  isBusy: boolean
  onMove: (to: TakedownStatus) => void
}

/** What the status allows. One that is changed elsewhere puts no other button under a press: it is asked for. */
function Moves({ status, isKept, isBusy, onMove }: MovesProps) {
  const [{ seen, wasBusy, wasKept }, see] = useState({ seen: status, wasBusy: isBusy, wasKept: isKept })
  // A move of one's own may be answered with what somebody else did; what was kept from an earlier look is no news.
  if (isBusy !== wasBusy || isKept !== wasKept) see({ seen: status, wasBusy: isBusy, wasKept: isKept })
  const isChanged = !isBusy && seen !== status
  return (
    <fieldset
      aria-label="Decision"
      className="sticky bottom-0 flex flex-wrap items-center gap-2 rounded-b-card border-t border-line bg-panel p-4 sm:px-6"
    >
      {isChanged ? (
        <>
          <p role="status" className="flex-1">
            Changed elsewhere: it is {status} by now.
          </p>
          <Button onClick={() => see({ seen: status, wasBusy, wasKept })}>Continue</Button>
        </>
      ) : (
        ORDER.filter((to) => TAKEDOWN_MOVES[status].includes(to)).map((to) => (
          <Move key={to} to={to} isBusy={isBusy} onMove={onMove} />
        ))
      )}
    </fieldset>
  )
}

function Move({ to, isBusy, onMove }: Pick<MovesProps, 'isBusy' | 'onMove'> & { to: TakedownStatus }) {
  const { label, icon: Icon, variant } = transitions[to]
  return (
    <Button
      variant={variant}
      onClick={() => onMove(to)}
      isBusy={isBusy}
      // All of them in one line, also of a phone.
      className="max-lg:flex-auto max-lg:px-2!"
    >
      <Icon aria-hidden className="size-4 max-lg:hidden" />
      {label}
    </Button>
  )
}

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

/** `over`: what the notes were when one began to type. */
type Typed = { text: string; over: string }

/** The notes of a request, as typed; leaving it asks before they are lost. */
export function useNotes({ id, adminNotes }: Pick<ShownTakedown, 'id' | 'adminNotes'>) {
  const [typed, setTyped] = useState<Typed>()
  const isUnsaved = typed !== undefined
  // What was typed and taken back is none, nor is what is saved by now.
  if (typed && [typed.over, adminNotes].includes(typed.text)) setTyped(undefined)
  const { text: notes, over } = typed ?? { text: adminNotes, over: adminNotes }
  useUnsavedChanges(
    isUnsaved,
    useCallback((address: URL) => isOpenAt(address, id), [id]),
  )
  return {
    notes,
    isUnsaved,
    savedMeanwhile: over === adminNotes ? undefined : adminNotes,
    write: (text: string) => setTyped({ text, over }),
    takeSaved: () => setTyped(undefined),
  }
}

type TakedownNotesProps = ReturnType<typeof useNotes> & {
  /** On their way with a decision: what is typed by then would not be saved. */
  isSending: boolean
}

export function TakedownNotes({ isSending, notes, isUnsaved, savedMeanwhile, write, takeSaved }: TakedownNotesProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="relative">
        <TextArea
          label="Admin Notes"
          hint="Only operators see them. They are saved with your decision."
          value={notes}
          onChange={(event) => write(event.target.value)}
          maxLength={10_000}
          readOnly={isSending}
        />
        <span role="status" className="absolute -top-0.5 right-0">
          {isUnsaved && <Badge tone="warn">Unsaved Changes</Badge>}
        </span>
      </div>
      <div role="status">
        {savedMeanwhile !== undefined && <SavedMeanwhile notes={savedMeanwhile} onTake={takeSaved} />}
      </div>
    </div>
  )
}

function SavedMeanwhile({ notes, onTake }: { notes: string; onTake: () => void }) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-control border border-line p-3">
      <p>Changed elsewhere. Your decision puts your notes in place of these:</p>
      <p className="w-full break-words whitespace-pre-wrap text-mute">{notes || 'No notes'}</p>
      <Button size="small" onClick={onTake}>
        Take these
      </Button>
    </div>
  )
}
