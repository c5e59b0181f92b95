import { counted } from '@hotvote/shared/counted'
import { DECLINE_NOTE_MAX, declineReasons } from '@hotvote/shared/visitor/declined'
import { useForm } from 'react-hook-form'
import { NEVER_AGAIN } from '../../../lib/operator/moderation.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { Refusal, Review } from './use-review.ts'

type Reason = (typeof declineReasons)[number]

const REASONS: Record<Reason, string> = {
  rules: 'Breaks the rules',
  not_theirs: "Someone else's photo",
  spam: 'Spam or advertising',
  quality: 'Low quality',
  other: "Doesn't fit this site",
}

const defaultValues: { reason: Reason; note: string; neverAgain: boolean } = {
  reason: 'rules',
  note: '',
  neverAgain: false,
}

export function DeclineDialog({ review }: { review: Review }) {
  const { register, handleSubmit } = useForm({ defaultValues })
  const uploads = counted(review.refused.length, 'upload')
  const submit = handleSubmit((refusal: Refusal) => review.settle(review.refused, refusal))
  return (
    <Dialog
      title={`Decline ${uploads}?`}
      description="The uploader sees the reason and your words for seven days."
      onClose={review.cancel}
      onClosed={review.focus}
    >
      <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <fieldset>
          <legend className="font-semibold">Reason</legend>
          {declineReasons.map((reason) => (
            <label key={reason} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                value={reason}
                // Focus the first reason, so that pressing Enter declines with it.
                autoFocus={reason === defaultValues.reason}
                className="size-5 shrink-0 accent-hot"
                {...register('reason')}
              />
              {REASONS[reason]}
            </label>
          ))}
        </fieldset>
        <TextArea label="Your words" isOptional rows={2} maxLength={DECLINE_NOTE_MAX} {...register('note')} />
        <Checkbox label={NEVER_AGAIN.label} {...register('neverAgain')} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={review.cancel}>Cancel</Button>
          <Button type="submit" variant="danger">
            Decline {uploads}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
