import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasStatus } from '../../../lib/api/call-error.ts'
import type { Decision, Undo } from './decision.ts'
import { CHANGED, dropEntries } from './queue.api.ts'

type Done = { text: string; undo?: (() => Promise<Done>) | undefined; returned?: QueueEntry | undefined }

const decisionsKey = ['queue-decision']

const undoing = (entries: QueueEntry[], undo: Undo) => async () => ({
  text: (await undo()) ?? '',
  returned: entries[0],
})

/** Sends one decision at a time. */
export function useDecisions(onReturned: (entry: QueueEntry) => void) {
  const client = useQueryClient()
  const [last, setLast] = useState<Done>()
  const { mutate, isPending } = useMutation({
    mutationKey: decisionsKey,
    /** Resolves to undefined if the operator declines. */
    mutationFn: (act: () => Promise<Done | undefined>) => act(),
    onSuccess: (done) => {
      if (done) setLast(done)
      if (done?.returned) onReturned(done.returned)
    },
    meta: {
      invalidates: CHANGED,
      refetchOnLostAnswer: CHANGED,
      failed: { title: 'Error', fallback: 'The decision could not be saved' },
    },
  })
  const take = (entries: QueueEntry[], decision: Decision) => {
    // `isPending` updates too late to block a double key press.
    if (client.isMutating({ mutationKey: decisionsKey }) > 0) return
    mutate(async () => {
      if (decision.ask && !(await decision.ask())) return undefined
      const { undo, text = decision.done ?? '', left = [] } = await decision.send()
      const decided = entries.filter((entry) => !left.includes(entry))
      dropEntries(decided)
      return { text, undo: undo && undoing(decided, undo) }
    })
  }
  const undo = last?.undo
  return {
    isBusy: isPending,
    last,
    take,
    undo:
      undo &&
      (() => !isPending && mutate(undo, { onError: (error) => hasStatus(error, 404, 409) && setLast({ text: '' }) })),
  }
}
export type Decisions = ReturnType<typeof useDecisions>
