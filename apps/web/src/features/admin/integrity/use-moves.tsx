import { count, counted } from '@hotvote/shared/counted'
import type { Outlier, SetAside, SomeVotes } from '@hotvote/shared/integrity'
import { useRef } from 'react'
import { toast } from '../../../lib/browser/toasts.ts'
import { useOperation } from '../../../lib/operator/operations.ts'
import { subjectOf } from '../../../lib/operator/outlier-texts.ts'
import { SET_ASIDE_STAYS as STAYS, votesOfOutlier } from '../../../lib/operator/outlier-votes.ts'
import { tellFailed } from '../../../lib/operator/tell-failed.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Move, refetchIntegrity, startMove } from './integrity.api.ts'

const FAILED = { title: 'Failed to change which votes count' }

const inDays = (days: number) => (days === 1 ? 'the last day' : `the last ${days} days`)

/** Asks how far it goes; undefined when it shall not be. */
const askAbout = async (row: Outlier, days: 1 | 7 | 30): Promise<SomeVotes | undefined> => {
  let isForAllTime = false
  const isConfirmed = await confirm({
    title: `Set ${counted(row.votes, 'vote')} aside?`,
    text: `${subjectOf(row)}: ${counted(row.votes, 'vote')} of ${inDays(days)}. ${STAYS}`,
    // Who is new is said by these days.
    details: row.reason !== 'item_new_voters' && (
      <Checkbox
        label="Also the votes from before"
        onChange={({ target }) => {
          isForAllTime = target.checked
        }}
      />
    ),
    action: 'Set aside',
  })
  return isConfirmed ? votesOfOutlier(row, isForAllTime ? undefined : days) : undefined
}

const askAboutSynthetic = (votes: number) =>
  confirm({
    title: `Set ${count(votes)} synthetic votes aside?`,
    text: `All votes that vote population made. ${STAYS}`,
    action: 'Set aside',
  })

/** Sets votes aside and counts them again: one such work at a time, which goes on without this screen. */
export function useMoves() {
  const hasMoved = useRef(false)
  const work = useOperation<'set-votes-aside', Move>({
    kind: 'set-votes-aside',
    send: startMove,
    failed: FAILED,
    onEnded: (ended) => {
      const { status, result } = ended
      if (status === 'failed') tellFailed(ended, FAILED)
      else if (result) toast({ title: result.message })
      hasMoved.current = true
      refetchIntegrity()
    },
  })
  const setAside = async (row: Outlier, days: 1 | 7 | 30) => {
    const aside = await askAbout(row, days)
    if (aside) work.start({ aside })
  }
  const setSyntheticAside = async (votes: number) => {
    if (await askAboutSynthetic(votes)) work.start({ aside: { kind: 'synthetic' } })
  }
  return {
    work,
    /** Since the list of outliers was drawn: the button that was pressed may be gone from it. */
    hasMoved,
    setAside: (row: Outlier, days: 1 | 7 | 30) => void setAside(row, days),
    setSyntheticAside: (votes: number) => void setSyntheticAside(votes),
    countSyntheticAgain: () => work.start({ again: { kind: 'synthetic' } }),
    countAgain: ({ id }: Pick<SetAside, 'id'>) => work.start({ again: { kind: 'set_aside', setAsideId: id } }),
  }
}
export type Moves = ReturnType<typeof useMoves>
