import type { QueueEntry } from '@hotvote/shared/queue'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasStatus } from '../../../lib/net/call-error.ts'
import type { Decision, Undo } from './decisions.ts'
import { CHANGED, dropEntry } from './queue.api.ts'

/** The last decision, or what an undo could not bring back. */
type Done = { text: string; isInTrash?: boolean; undo?: (() => Promise<Done>) | undefined; returned?: QueueEntry }

const decisionsKey = ['queue-decision']

const undoing = (entry: QueueEntry, undo: Undo) => async () => ({ text: (await undo()) ?? '', returned: entry })

/** Sends one decision at a time, and undoes the last one. */
export function useDecisions(onReturned: (entry: QueueEntry) => void) {
  const client = useQueryClient()
  const [last, setLast] = useState<Done>()
  const { mutate, isPending } = useMutation({
    mutationKey: decisionsKey,
    mutationFn: (act: () => Promise<Done>) => act(),
    onSuccess: (done) => {
      setLast(done)
      if (done.returned) onReturned(done.returned)
    },
    meta: {
      invalidates: CHANGED,
      refetchOnLostAnswer: CHANGED,
      failed: { title: 'Error', fallback: 'The decision could not be saved' },
    },
  })
  const take = async (entry: QueueEntry, decision: Decision) => {
    // `isPending` renders too late for a second press in the same moment.
    if (client.isMutating({ mutationKey: decisionsKey }) > 0) return
    const answer = decision.ask ? await decision.ask() : true
    if (!answer) return
    mutate(async () => {
      const undo = await decision.send(answer === true ? { isChosen: false } : answer)
      dropEntry(entry)
      return { text: decision.done, isInTrash: decision.isInTrash === true, undo: undo && undoing(entry, undo) }
    })
  }
  const undo = last?.undo
  return {
    isBusy: isPending,
    last,
    take: (entry: QueueEntry, decision: Decision) => void take(entry, decision),
    undo:
      undo &&
      (() => !isPending && mutate(undo, { onError: (error) => hasStatus(error, 404, 409) && setLast({ text: '' }) })),
  }
}
export type Decisions = ReturnType<typeof useDecisions>
