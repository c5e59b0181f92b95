import { TAKEDOWN_MOVES, type TakedownStatus } from '@hotvote/shared/takedown-review'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Eye, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { NotCalledError } from '../../../lib/call-error.ts'
import { counted } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { TakedownMail } from './takedown-mail.tsx'
import { review, type ShownTakedown, TAKEDOWNS } from './takedowns.api.ts'

type Props = {
  takedown: ShownTakedown
  drafts: Map<number, string>
  /** The item goes, too, when the request is resolved. */
  isRemoving: boolean
  onDone: () => void
}

const moves = {
  reviewed: { label: 'Mark as Reviewed', icon: Eye, variant: 'secondary' },
  resolved: { label: 'Resolve', icon: Check, variant: 'primary' },
  rejected: { label: 'Reject', icon: X, variant: 'secondary' },
  pending: { label: 'Reopen', icon: RotateCcw, variant: 'secondary' },
} as const
const ORDER: TakedownStatus[] = ['resolved', 'reviewed', 'rejected', 'pending']

const askForRemoval = ({ id, media }: ShownTakedown) =>
  media === null
    ? true
    : confirm({
        title: `Remove media #${media.id} and resolve?`,
        text: `${media.originalName} of ${media.username}, its ${counted(media.totalVotes, 'vote')} and ${counted(media.totalViews, 'view')} will be deleted for ever. Request #${id} is resolved and the complainant told.`,
        action: 'Remove and resolve',
      })

/** Notes, the mail that a decision sends, and the moves that the status allows (`admin.md §4`). */
export function TakedownDecision({ takedown, drafts, isRemoving, onDone }: Props) {
  const { id: takedownId, status } = takedown
  const client = useQueryClient()
  const [notes, setNotes] = useState(drafts.get(takedownId) ?? takedown.adminNotes)
  const { mutate, isPending } = useMutation({
    ...review,
    onSuccess: () => {
      drafts.delete(takedownId)
      onDone()
    },
    // Somebody else may have been faster; without a login nothing was asked.
    onError: (error) =>
      error instanceof NotCalledError ? undefined : client.invalidateQueries({ queryKey: TAKEDOWNS }),
  })
  const write = (text: string) => {
    drafts.set(takedownId, text)
    setNotes(text)
  }
  const move = async (to: TakedownStatus) => {
    const removeMedia = to === 'resolved' && isRemoving
    if (removeMedia && !(await askForRemoval(takedown))) return
    mutate({ takedownId, status: to, adminNotes: notes, removeMedia })
  }
  const isDecidable = TAKEDOWN_MOVES[status].includes('resolved')
  return (
    <>
      <div className="flex flex-col gap-5 border-t border-line p-4 sm:p-6">
        <TextArea
          label="Admin Notes"
          hint="Only operators see them. They are saved with your decision."
          value={notes}
          onChange={(event) => write(event.target.value)}
          maxLength={10_000}
        />
        {isDecidable && <TakedownMail takedownId={takedownId} isRemoving={isRemoving} />}
      </div>
      <div className="sticky bottom-0 flex flex-wrap gap-2 rounded-b-card border-t border-line bg-panel p-4 sm:px-6">
        {ORDER.filter((to) => TAKEDOWN_MOVES[status].includes(to)).map((to) => {
          const { label, icon: Icon, variant } = moves[to]
          return (
            <Button
              key={to}
              variant={variant}
              onClick={() => void move(to)}
              disabled={isPending}
              // All of them in one line, also of a phone.
              className="max-lg:flex-auto max-lg:px-2!"
            >
              <Icon aria-hidden className="size-4 max-lg:hidden" />
              {label}
            </Button>
          )
        })}
      </div>
    </>
  )
}
