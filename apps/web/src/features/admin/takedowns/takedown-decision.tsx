import { counted } from '@hotvote/shared/counted'
import {
  DECISION_MAIL_SECONDS,
  REJECTION_WORDS_MAX,
  type RejectionReason,
  TAKEDOWN_MOVES,
  type TakedownStatus,
} from '@hotvote/shared/operator/takedown-review'
import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check, Eye, RotateCcw, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type UseFormRegister, useForm, useWatch } from 'react-hook-form'
import { useDebounced } from '../../../lib/browser/hooks.ts'
import { takedownRemoval, trashedRemoval } from '../../../lib/operator/moderation.ts'
import { discardUnsavedChanges, useUnsavedChanges } from '../../../lib/operator/unsaved-changes.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Button, TryAgain } from '../../../ui/forms/button.tsx'
import { SelectField, TextArea } from '../../../ui/forms/field.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import {
  type Decision,
  type Rejection,
  type Removal,
  reviewMutation,
  type ShownTakedown,
  takedownMailQuery,
} from './takedowns.api.ts'

type Props = {
  takedown: ShownTakedown
  removal: Removal
  onDone: () => void
  /** Shown beside the form, unless the request names no item. */
  pictures: ReactNode
  children: ReactNode
}

/** Ordered like the buttons. */
const transitions = {
  resolved: { label: 'Resolve', icon: Check, variant: 'primary' },
  reviewed: { label: 'Mark as Reviewed', icon: Eye, variant: 'secondary' },
  rejected: { label: 'Reject', icon: X, variant: 'secondary' },
  pending: { label: 'Reopen', icon: RotateCcw, variant: 'secondary' },
} as const
const ORDER = Object.keys(transitions) as TakedownStatus[]

const confirmRemoval = (takedown: ShownTakedown, { removeMedia, keep }: Removal) => {
  const { items, isInTrash, removedItem } = takedown
  const going = items.flatMap(({ media }) => (media && removeMedia && !keep.includes(media.id) ? media : []))
  const [first] = going
  if (first) return confirm(takedownRemoval({ takedown, first, count: going.length, kept: keep.length }))
  return !isInTrash || removedItem === null || confirm(trashedRemoval(takedown, removedItem))
}

/** Warns before *Resolve*, because the choice of items may be out of view. */
const describeResolve = ({ items, isInTrash }: ShownTakedown, { removeMedia, keep }: Removal) => {
  const here = items.filter(({ media }) => media).length
  if (here === 0) return isInTrash ? 'Resolve also deletes the item in the trash for good.' : undefined
  return removeMedia
    ? `Resolve also removes ${counted(here - keep.length, 'item')}.`
    : `Resolve keeps ${counted(here, 'item')} on the site.`
}

/** Pictures, decision form (`admin.md §4`), sender and mails. */
export function TakedownDecision({ takedown, removal, onDone, pictures, children }: Props) {
  const { id: takedownId, status } = takedown
  const { register, control } = useForm<Rejection>({ defaultValues: { reason: 'not_shown', words: '' } })
  const rejection = useWatch({ control }) as Rejection
  const notes = useNotes(takedown, rejection.words !== '')
  const { mutate, isPending } = useMutation(reviewMutation)
  // Close the form only if this request is still open, to keep unsaved notes on another request.
  const close = () => {
    discardUnsavedChanges()
    onDone()
  }
  const transition = async (to: TakedownStatus) => {
    if (to === 'resolved' && !(await confirmRemoval(takedown, removal))) return
    const removed = { ...removal, removeMedia: to === 'resolved' && removal.removeMedia }
    const review = { takedownId, status: to, adminNotes: notes.notes, notesAsRead: takedown.adminNotes, ...removed }
    mutate({ ...review, ...(to === 'rejected' && { rejection }) }, { onSuccess: close })
  }
  const isDecidable = TAKEDOWN_MOVES[status].includes('resolved')
  return (
    <>
      <div className={clsx('grid gap-5', pictures && '@xl:grid-cols-[minmax(0,3fr)_minmax(0,4fr)]')}>
        {pictures}
        <div className="flex min-w-0 flex-col gap-4">
          <TakedownNotes {...notes} isSending={isPending} />
          {isDecidable && <RejectionFields register={register} />}
        </div>
      </div>
      <Moves
        status={status}
        isBusy={isPending}
        onMove={(to) => void transition(to)}
        note={
          isDecidable ? (
            describeResolve(takedown, removal)
          ) : (
            <DecidedMail key={takedown.updatedAt} decidedAt={takedown.updatedAt} />
          )
        }
      />
      {children}
      {isDecidable && <TakedownMail {...{ takedownId, removal, rejection }} />}
    </>
  )
}

const REJECTIONS: Record<RejectionReason, string> = {
  not_shown: 'The claim does not show an infringement',
  incomplete: 'Information is missing',
  not_owner: 'Not the owner or an authorized agent',
  permitted: 'The use is permitted',
  own_words: 'Other (use your own words)',
}

const RejectionFields = ({ register }: { register: UseFormRegister<Rejection> }) => (
  <fieldset aria-label="Rejection" className="flex flex-col gap-3">
    <SelectField label="Reason for rejection" options={REJECTIONS} {...register('reason')} />
    <TextArea
      label="Message to the complainant"
      isOptional
      rows={2}
      className="min-h-20"
      hint="Included in the email if you reject the request."
      maxLength={REJECTION_WORDS_MAX}
      {...register('words')}
    />
  </fieldset>
)

type MovesProps = {
  status: TakedownStatus
  isBusy: boolean
  onMove: (to: TakedownStatus) => void
  note: ReactNode
}

const Moves = ({ status, isBusy, onMove, note }: MovesProps) => (
  <fieldset
    aria-label="Decision"
    className="bottom-0 -mx-5 flex flex-wrap items-center gap-2 border-y border-line bg-panel px-5 py-4 not-low:sticky sm:-mx-6 sm:px-6"
  >
    {note && <p className="basis-full text-sm text-mute">{note}</p>}
    {ORDER.filter((to) => TAKEDOWN_MOVES[status].includes(to)).map((to) => {
      const { label, icon: Icon, variant } = transitions[to]
      return (
        // Reduced padding fits all buttons on one line on phones.
        <Button
          key={to}
          variant={variant}
          onClick={() => onMove(to)}
          isBusy={isBusy}
          className="max-sm:text-sm max-lg:flex-auto max-lg:px-2!"
        >
          <Icon aria-hidden className="size-4 max-lg:hidden" />
          {label}
        </Button>
      )
    })}
  </fieldset>
)

type MailsProps = { takedownId: number; removal: Removal; rejection: Rejection }

/** Previews both possible mails before the operator decides. */
const TakedownMail = ({ takedownId, removal, rejection }: MailsProps) => (
  <section aria-labelledby="mail" className="@container min-w-0">
    <h3 id="mail" className="text-sm tracking-normal text-mute">
      E-mail to the complainant
    </h3>
    <p className="text-sm text-mute">
      Sent {DECISION_MAIL_SECONDS} seconds after your decision. Reopen the request before that to stop it. Uploaders of
      removed items are told in My Stats, and by e-mail if they saved their account.
    </p>
    <div className="mt-2 grid gap-3 @2xl:grid-cols-2">
      <Mail takedownId={takedownId} decision={{ status: 'resolved', ...removal }} />
      <Mail
        takedownId={takedownId}
        decision={{ status: 'rejected', ...KEEP_ALL, rejection: useDebounced(rejection) }}
      />
    </div>
  </section>
)

function DecidedMail({ decidedAt }: { decidedAt: string }) {
  const sentAt = Date.parse(decidedAt) + DECISION_MAIL_SECONDS * 1000
  const [isWaiting, setWaiting] = useState(() => sentAt > Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), sentAt - Date.now())
    return () => clearTimeout(timer)
  }, [sentAt])
  return isWaiting
    ? `The complainant is emailed ${DECISION_MAIL_SECONDS} seconds after the decision. Reopen stops the email.`
    : `HotVote emails the complainant ${DECISION_MAIL_SECONDS} seconds after the decision.`
}

const KEEP_ALL: Removal = { removeMedia: false, keep: [] }

function Mail({ takedownId, decision }: { takedownId: number; decision: Decision }) {
  const { status } = decision
  const { data: mail, isError, refetch } = useQuery(takedownMailQuery(takedownId, decision))
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

function useNotes({ adminNotes }: ShownTakedown, hasWords: boolean) {
  const [typed, setTyped] = useState<{ text: string; over: string }>()
  const isUnsaved = typed !== undefined && typed.text !== adminNotes
  useUnsavedChanges(isUnsaved || hasWords)
  return {
    notes: typed?.text ?? adminNotes,
    isUnsaved,
    /** Notes that another operator saved after this operator had started typing. */
    replaced: isUnsaved && typed.over !== adminNotes ? adminNotes : undefined,
    write: (text: string) => setTyped(text === adminNotes ? undefined : { text, over: typed?.over ?? adminNotes }),
  }
}

type NotesProps = ReturnType<typeof useNotes> & {
  /** Makes the field read-only while sending, because new text would be lost. */
  isSending: boolean
}

const TakedownNotes = ({ isSending, notes, isUnsaved, replaced, write }: NotesProps) => (
  <div className="relative">
    <TextArea
      label="Admin Notes"
      rows={2}
      className="min-h-20"
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
