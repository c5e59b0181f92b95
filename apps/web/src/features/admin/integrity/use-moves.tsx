import type { Outlier, SetAside } from '@hotvote/shared/integrity'
import { toast } from '../../../lib/browser/toasts.ts'
import { useOperation } from '../../../lib/operator/operations.ts'
import { ASK_TO_SET_SYNTHETIC_ASIDE, askToSetAside, selectVoters } from '../../../lib/operator/outlier-votes.ts'
import { tellFailed } from '../../../lib/operator/tell-failed.ts'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { type Move, refetchIntegrity, startMove } from './integrity.api.ts'

const FAILED = { title: 'Failed to change which votes count' }

/** Sets voters aside and counts them again: one recount at a time, which goes on without this screen. */
export function useMoves() {
  const work = useOperation<'set-votes-aside', Move>({
    kind: 'set-votes-aside',
    send: startMove,
    failed: FAILED,
    onEnded: (ended) => {
      const { status, result } = ended
      if (status === 'failed') tellFailed(ended, FAILED)
      else if (result) toast({ title: result.message })
      refetchIntegrity()
    },
  })
  const setAside = async (row: Outlier, days: 1 | 7 | 30) => {
    if (await confirm(askToSetAside(row, days))) work.start({ aside: selectVoters(row, days) })
  }
  const setSyntheticAside = async () => {
    if (await confirm(ASK_TO_SET_SYNTHETIC_ASIDE)) work.start({ aside: { kind: 'synthetic' } })
  }
  return {
    work,
    setAside: (row: Outlier, days: 1 | 7 | 30) => void setAside(row, days),
    setSyntheticAside: () => void setSyntheticAside(),
    countAgain: ({ id }: Pick<SetAside, 'id'>) => work.start({ setAsideId: id }),
  }
}
export type Moves = ReturnType<typeof useMoves>
