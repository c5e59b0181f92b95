import { useId } from 'react'
import { BlockedNotice } from './blocked-notice.tsx'
import { LastResult } from './last-result.tsx'
import { RateHint } from './rate-hint.tsx'
import type { useSkipButton } from './skip-button.ts'
import type { Rating } from './use-rating.ts'
import { VoteDock } from './vote-dock.tsx'
import { VoteStats } from './vote-stats.tsx'

type Props = { rating: Rating; isBlocked: boolean; skipButton: ReturnType<typeof useSkipButton> }

/** What stands below the stage: the buttons, the votes so far, and how the last one went or why there is none to cast. */
export function VotePanel({ rating, isBlocked, skipButton }: Props) {
  const noticeId = useId()
  const { current, sight, lastVote, vote } = rating
  return (
    <>
      <VoteDock
        isWaiting={current === null}
        isUnseen={sight === 'none'}
        lastVote={lastVote}
        blockedBy={isBlocked ? noticeId : undefined}
        skipText={skipButton.text}
        onVote={vote}
        onSkip={skipButton.skip}
      />
      <VoteStats tally={current ?? undefined} />
      {isBlocked ? <BlockedNotice id={noticeId} /> : <LastResult lastVote={lastVote} hint={<RateHint />} />}
    </>
  )
}
