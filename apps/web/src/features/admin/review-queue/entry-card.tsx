import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { hasStatus } from '../../../lib/api/call-error.ts'
import { Age, Due } from '../../../ui/data/badge.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Letter } from '../../../ui/forms/letter.tsx'
import { type Decision, decisionsOn, type Undo } from './decisions.ts'
import { describeEntry } from './entry-content.tsx'
import { CHANGED, dropEntry } from './queue.api.ts'

type Props = {
  entry: QueueEntry
  isCurrent: boolean
  decisions: Decisions
  onFocus: () => void
}

export function EntryCard({ entry, isCurrent, decisions, onFocus }: Props) {
  const { name, title, badges, picture, facts } = describeEntry(entry)
  return (
    <li
      aria-label={name}
      aria-current={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      className={clsx(
        'flex scroll-my-20 flex-col gap-4 rounded-card border bg-panel p-4 outline-offset-2 md:flex-row',
        isCurrent ? 'border-focus ring-1 ring-focus' : 'border-line',
      )}
    >
      <div className="md:w-60 md:shrink-0">{picture}</div>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {badges}
          <span className="ml-auto text-sm text-mute">
            <Due dueAt={entry.dueAt} />
            {entry.dueAt !== null && <Age openedAt={entry.openedAt} />}
          </span>
        </div>
        <h2 className="text-base tracking-normal [overflow-wrap:anywhere]">{title}</h2>
        {facts}
        <DecisionButtons {...{ entry, isCurrent, decisions }} />
      </div>
    </li>
  )
}

const DecisionButtons = ({ entry, isCurrent, decisions }: Omit<Props, 'onFocus'>) => (
  <div className="mt-auto flex flex-wrap gap-2 pt-2">
    {decisionsOn(entry).map((decision) => {
      const { letter, label, icon: Icon, isDangerous } = decision
      return (
        <Button
          key={letter}
          data-letter={letter}
          aria-keyshortcuts={letter.toUpperCase()}
          isBusy={decisions.isBusy}
          className={clsx(isDangerous && 'text-danger-ink!')}
          onClick={() => decisions.take(entry, decision)}
        >
          <Icon aria-hidden className="size-4" />
          {label}
          <Letter isOff={!isCurrent}>{letter}</Letter>
        </Button>
      )
    })}
  </div>
)

type Done = { text: string; isInTrash?: boolean; undo?: (() => Promise<Done>) | undefined; returned?: QueueEntry }

const decisionsKey = ['queue-decision']

const undoing = (entry: QueueEntry, undo: Undo) => async () => ({ text: (await undo()) ?? '', returned: entry })

/** Sends one decision at a time. */
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
    // `isPending` renders too late to stop a double press.
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
