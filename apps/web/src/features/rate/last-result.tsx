import type { ReactNode } from 'react'
import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import type { LastVote } from './rating-state.ts'

const load = () => import('./vote-result.tsx')
const Nothing = () => null

export const prefetchLastResult = () => void load().catch(() => {})

/** Rating goes on without it when it cannot be fetched. */
const VoteResult = lazyComponent(async () => {
  try {
    return (await load()).VoteResult
  } catch {
    return Nothing
  }
})

type Props = { lastVote: LastVote | null; onUndo: (() => void) | undefined; hint: ReactNode }

/** How the item one has just voted on stands now, while the next one is already on the stage; before that, a hint. */
export function LastResult({ lastVote, onUndo, hint }: Props) {
  return (
    <div className="flex min-h-9 w-full flex-1 items-center justify-center px-4 text-sm text-mute md:flex-none md:px-0">
      {lastVote ? <VoteResult key={lastVote.item.id} {...lastVote} onUndo={onUndo} /> : hint}
    </div>
  )
}
