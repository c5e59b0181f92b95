import { useCallback, useState } from 'react'
import { useUnsavedChanges } from '../../../lib/operator/unsaved-changes.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { isOpenAt } from './takedown-params.ts'
import type { ShownTakedown } from './takedowns.api.ts'

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

type Props = ReturnType<typeof useNotes> & {
  /** On their way with a decision: what is typed by then would not be saved. */
  isSending: boolean
}

export function TakedownNotes({ isSending, notes, isUnsaved, savedMeanwhile, write, takeSaved }: Props) {
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
