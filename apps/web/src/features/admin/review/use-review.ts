import type { Answer } from '@hotvote/shared/contract'
import { count, counted } from '@hotvote/shared/counted'
import type { decideUploads, reviewOutcomes, WaitingUpload } from '@hotvote/shared/operator/upload-review'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { focusTile } from '../../../ui/data/picture-grid.tsx'
import { type Decided, decideMutation } from './review.api.ts'

const DONE = { approve: 'Approved', decline: 'Declined', reopen: 'Waiting again' }
const NOT_DONE: Record<Exclude<(typeof reviewOutcomes)[number], 'done'>, string> = {
  already_approved: 'Already approved',
  already_declined: 'Already declined',
  taken_down: 'Removed elsewhere',
  gone: 'Deleted',
}

type Results = Answer<typeof decideUploads>['results']

const listDone = (results: Results) => results.filter(({ outcome }) => outcome === 'done').map(({ mediaId }) => mediaId)

/** Summarizes a response and names the first items that could not be changed. */
const describe = ({ decision }: Decided, results: Results, items: WaitingUpload[]) => {
  const done = listDone(results).length
  const others = results.flatMap(({ mediaId, outcome }) => {
    const name = items.find(({ id }) => id === mediaId)?.originalName ?? `#${mediaId}`
    return outcome === 'done' ? [] : [`${name}: ${NOT_DONE[outcome].toLowerCase()}.`]
  })
  const more = others.length > 3 ? [`${counted(others.length - 3, 'more item')} not changed.`] : []
  return [...(done > 0 ? [`${DONE[decision]}: ${count(done)}.`] : []), ...others.slice(0, 3), ...more].join(' ')
}

/** Additional fields for declining an upload. */
export type Refusal = Pick<Decided, 'reason' | 'note' | 'neverAgain'>

/** Marks decided items, but leaves them in place. Calls `loadNext` after the last decision. */
function useDecisions(items: WaitingUpload[], loadNext: () => unknown) {
  const { marks, change } = useMarks()
  const [past, setPast] = useState<number[][]>([])
  const [text, setText] = useState('')
  const { mutate, isPending: isSending } = useMutation({
    ...decideMutation,
    onError: (_error, { mediaIds, decision }) => decision !== 'reopen' && change(mediaIds),
    onSuccess: ({ results }, body) => {
      const done = listDone(results)
      for (const { mediaId, outcome } of results) if (outcome !== 'done') change([mediaId], NOT_DONE[outcome])
      setText(describe(body, results, items))
      if (body.decision !== 'reopen') return done.length > 0 && setPast((before) => [...before, done])
      change(done)
      if (done.some((wanted) => !items.some(({ id }) => id === wanted))) loadNext()
    },
  })
  const last = past.at(-1)
  const open = items.filter(({ id }) => !marks.has(id))
  const loadWhenDecided = useEffectEvent(loadNext)
  const isDecided = items.length > 0 && open.length === 0 && !isSending
  useEffect(() => {
    if (isDecided) void loadWhenDecided()
  }, [isDecided])
  return {
    marks,
    text,
    open,
    /** Decides on the items and marks them without waiting for the server. */
    decide: (wanted: WaitingUpload[], refusal?: Refusal) => {
      const decision = refusal ? 'decline' : 'approve'
      const mediaIds = wanted.map(({ id }) => id)
      change(mediaIds, DONE[decision])
      mutate({ ...refusal, mediaIds, decision })
    },
    undo:
      last &&
      (() => {
        // A decision that is still being sent cannot be undone, so this would undo an earlier one.
        if (isSending) return
        setPast(past.slice(0, -1))
        mutate({ mediaIds: last, decision: 'reopen' })
      }),
  }
}

/** Returns the labels shown over decided items, keyed by item id. */
function useMarks() {
  const [marks, setMarks] = useState<ReadonlyMap<number, string>>(new Map())
  const change = (ids: number[], mark?: string) =>
    setMarks((before) => {
      const next = new Map(before)
      for (const id of ids) mark === undefined ? next.delete(id) : next.set(id, mark)
      return next
    })
  return { marks, change }
}

const NONE: ReadonlySet<number> = new Set()

/** Decisions, selection, current picture and dialogs of the review grid. */
export function useReview(items: WaitingUpload[], loadNext: () => unknown) {
  const { decide, ...decisions } = useDecisions(items, loadNext)
  const { open } = decisions
  const [selected, select] = useState(NONE)
  const [focused, setCurrent] = useState(0)
  const current = Math.min(focused, items.length - 1)
  const [enlarged, enlarge] = useState<WaitingUpload>()
  const [refused, refuse] = useState<WaitingUpload[]>([])
  /** Index of the tile to focus after a dialog has closed. */
  const target = useRef(0)
  const chosen = open.filter(({ id }) => selected.has(id))
  useEffect(() => {
    // Restore the focus, which moves to the page body when the pictures are replaced.
    if (items.length > 0 && document.activeElement === document.body) focusTile(0)
  }, [items])
  const show = (item: WaitingUpload | undefined) => {
    if (item) target.current = items.indexOf(item)
    enlarge(item)
  }
  return {
    ...decisions,
    ...{ selected, select, current, setCurrent, chosen, enlarged, show, refused },
    /** Keys act on the selection, or on the current picture if none is selected. */
    wanted: chosen.length > 0 ? chosen : open.filter((item) => item === items[current]),
    focus: () => focusTile(target.current),
    decline: (wanted: WaitingUpload[]) => {
      if (!enlarged) target.current = current
      refuse(wanted)
    },
    /** Decides on the pictures, and moves to the next undecided one. */
    settle: (wanted: WaitingUpload[], refusal?: Refusal) => {
      if (wanted.length === 0) return
      decide(wanted, refusal)
      select(NONE)
      refuse([])
      const left = open.filter((item) => !wanted.includes(item))
      const next = left.find((item) => items.indexOf(item) > current) ?? left[0]
      if (next) target.current = items.indexOf(next)
      if (enlarged) enlarge(next)
      else focusTile(target.current)
    },
    cancel: () => refuse([]),
  }
}
export type Review = ReturnType<typeof useReview>
