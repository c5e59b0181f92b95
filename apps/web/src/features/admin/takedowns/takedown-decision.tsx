import { TAKEDOWN_MOVES, type TakedownStatus } from '@hotvote/shared/takedown-review'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Eye, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { NotCalledError } from '../../../lib/net/call-error.ts'
import { takedownRemoval, trashedRemoval } from '../../../lib/operator/removal-questions.ts'
import { discardUnsavedChanges } from '../../../lib/operator/unsaved-changes.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { TakedownMail } from './takedown-mail.tsx'
import { TakedownNotes, useNotes } from './takedown-notes.tsx'
import { type Removal, reviewMutation, type ShownTakedown, TAKEDOWNS } from './takedowns.api.ts'

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
