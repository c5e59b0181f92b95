import type { QueueEntry } from '@hotvote/shared/queue'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallError, hasStatus } from '../../../lib/net/call-error.ts'
import type { Confirmed } from '../../../ui/overlays/confirm.tsx'
import type { Decision, Undo } from './decisions.ts'
import { CHANGED, dropEntry } from './queue.api.ts'

type Deed = { entry: QueueEntry; decision: Decision }
type Done = Deed & { undo: Undo | undefined }

/** A second press may come before the buttons say that they are busy. */
function useOneAtATime() {
  const isActing = useRef(false)
  return async (act: () => Promise<unknown>) => {
    if (isActing.current) return
    isActing.current = true
    // How it failed is told already.
    await act().catch(() => {})
    isActing.current = false
  }
}

const confirmationOf = async ({ ask }: Decision): Promise<Confirmed | null> => {
  const answer = ask ? await ask() : true
  return answer === true ? { isChosen: false } : answer || null
}

/** `onTaken` is called before anything is sent, `onRefused` when the site says that it did not do it. */
type Reactions = Record<'onTaken' | 'onRefused' | 'onUndone', (entry: QueueEntry) => void>

/** Takes decisions one after the other, and the last one back where that can be; then its entry is the current one again. */
export function useDecisions({ onTaken, onRefused, onUndone }: Reactions) {
  const [last, setLast] = useState<Done | null>(null)
  const [warning, setWarning] = useState<string>()
  const decide = useMutation({
    mutationFn: ({ decision, confirmed }: Deed & { confirmed: Confirmed }) => decision.send(confirmed),
    onSuccess: (wayBack, { entry, decision }) => {
      dropEntry(entry)
      setLast({ entry, decision, undo: wayBack })
      setWarning(undefined)
    },
    // Without an answer it may have been done.
    onError: (error, { entry }) => error instanceof CallError && onRefused(entry),
    meta: {
      invalidates: CHANGED,
      refetchOnLostAnswer: CHANGED,
      failed: { title: 'Error', fallback: 'The decision could not be saved' },
    },
  })
  const undo = useMutation({
    mutationFn: async (done: Done) => done.undo?.(),
    onSuccess: (tooLate, { entry }) => {
      setLast(null)
      setWarning(tooLate)
      onUndone(entry)
    },
    // Somebody else took it back or decided anew, or the item is gone: there is nothing to take back any more.
    onError: (error) => hasStatus(error, 404, 409) && setLast(null),
    meta: {
      invalidates: CHANGED,
      refetchOnLostAnswer: CHANGED,
      failed: { title: 'Undo Failed', fallback: 'The decision could not be taken back' },
    },
  })
  const isBusy = decide.isPending || undo.isPending
  const oneAtATime = useOneAtATime()
  const take = async (deed: Deed) => {
    const confirmed = await confirmationOf(deed.decision)
    if (!confirmed) return
    onTaken(deed.entry)
    await decide.mutateAsync({ ...deed, confirmed })
  }
  return {
    isBusy,
    /** What was done last, or what taking it back could not undo. */
    last: last?.decision.done ?? warning,
    isInTrash: last?.decision.isInTrash === true,
    take: (entry: QueueEntry, decision: Decision) => void oneAtATime(() => take({ entry, decision })),
    undo: last?.undo && (() => void oneAtATime(() => undo.mutateAsync(last))),
  }
}
export type Decisions = ReturnType<typeof useDecisions>
