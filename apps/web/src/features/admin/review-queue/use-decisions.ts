import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { hasStatus } from '../../../lib/api/call-error.ts'
import type { Decision, Undo } from './decision.ts'
import { CHANGED, dropEntries } from './queue.api.ts'

type Done = {
  text: string
  undo?: (() => Promise<Done>) | undefined
  isUndo?: boolean
  returned?: QueueEntry | undefined
}

const decisionsKey = ['queue-decision']

const undoing = (entries: QueueEntry[], undo: Undo) => async () => ({
  text: (await undo()) ?? '',
  isUndo: true,
  returned: entries[0],
})

type Recent = { text: string; undoable: Done[] }

const afterDecision = ({ undoable }: Recent, done: Done): Recent => ({
  text: done.text,
  undoable: done.undo ? [...undoable, done] : [],
})

/** Shows the earlier decision that the next undo takes back. */
const afterUndo = ({ undoable }: Recent, text: string): Recent => {
  const earlier = undoable.slice(0, -1)
  const next = earlier.at(-1)
  return { text: [text, next && `Before that: ${next.text}`].filter(Boolean).join(' '), undoable: earlier }
}

/** Sends one decision at a time. Undo takes back one decision after another. */
export function useDecisions(onReturned: (entry: QueueEntry) => void) {
  const client = useQueryClient()
  const [recent, setRecent] = useState<Recent>()
  const decidedKeys = useRef(new Set<string>())
  const { mutate, isPending } = useMutation({
    mutationKey: decisionsKey,
    /** Resolves to undefined if the operator declines. */
    mutationFn: (act: () => Promise<Done | undefined>) => act(),
    onSuccess: (done) => {
      if (!done) return
      setRecent((before = { text: '', undoable: [] }) =>
        done.isUndo ? afterUndo(before, done.text) : afterDecision(before, done),
      )
      if (done.returned) onReturned(done.returned)
    },
    meta: {
      invalidates: CHANGED,
      refetchOnLostAnswer: CHANGED,
      failed: { title: 'Error', fallback: 'The decision could not be saved' },
    },
  })
  const take = (entries: QueueEntry[], decision: Decision, onDecided?: (decided: QueueEntry[]) => void) => {
    // `isPending` updates too late to block a double key press.
    if (client.isMutating({ mutationKey: decisionsKey }) > 0) return
    mutate(async () => {
      if (decision.ask && !(await decision.ask())) return undefined
      const { undo, text = decision.done ?? '', left = [] } = await decision.send()
      const decided = entries.filter((entry) => !left.includes(entry))
      for (const { key } of decided) decidedKeys.current.add(key)
      dropEntries(decided)
      onDecided?.(decided)
      return { text, undo: undo && undoing(decided, undo) }
    })
  }
  const undo = recent?.undoable.at(-1)?.undo
  const forget = (error: Error) => hasStatus(error, 404, 409) && setRecent((before) => before && afterUndo(before, ''))
  return {
    isBusy: isPending,
    text: recent?.text,
    decidedKeys,
    take,
    undo: undo && (() => client.isMutating({ mutationKey: decisionsKey }) === 0 && mutate(undo, { onError: forget })),
  }
}
export type Decisions = ReturnType<typeof useDecisions>

/** Milliseconds. */
const PAUSE = 1000

/** Pauses the buttons after new entries or another operator's decisions move a different entry under the pointer. */
export function usePauseAfterMoves(entries: QueueEntry[], { decidedKeys }: Decisions) {
  const [isPaused, setPaused] = useState(false)
  const before = useRef(entries)
  useEffect(() => {
    const listOthers = (list: QueueEntry[]) => list.map(({ key }) => key).filter((key) => !decidedKeys.current.has(key))
    const now = listOthers(entries)
    const hasMoved = listOthers(before.current).some((key, index) => key !== now[index])
    before.current = entries
    if (!hasMoved) return
    setPaused(true)
    const end = () => setPaused(false)
    const timer = setTimeout(end, PAUSE)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [entries, decidedKeys])
  return isPaused
}
