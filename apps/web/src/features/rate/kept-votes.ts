import type { RatingItem } from '@hotvote/shared/visitor/rating'
import { readStored, writeStored } from '../../lib/browser/preferences.ts'
import { onVisitEnd } from '../../lib/session/open-session.ts'
import { rememberedSession } from '../../lib/session/stored-session.ts'

/** `castAt` (milliseconds) identifies the vote; `wasSent`: an earlier page or another tab may have sent it. */
export type Vote = { userId: number; item: RatingItem; isHot: boolean; castAt: number; wasSent?: boolean }
type KeptVote = Pick<Vote, 'item' | 'isHot' | 'castAt'> & { sessionId: string }

const KEY = 'hotvote-unsent-votes'

/** Unanswered votes of all tabs. */
function readVotes(): KeptVote[] {
  try {
    return JSON.parse(readStored(KEY) ?? '[]')
  } catch {
    return []
  }
}

const store = (kept: KeptVote[]) => writeStored(KEY, kept.length > 0 ? JSON.stringify(kept) : null)

/** Stores a vote until its answer, so neither an outage nor a reload loses the vote. */
export const keepVote = ({ item, isHot, castAt }: Vote) =>
  void store([...readVotes(), { item, isHot, castAt, sessionId: rememberedSession().sessionId }])

export const dropVote = ({ castAt }: Vote) => void store(readVotes().filter((kept) => kept.castAt !== castAt))

export const isKept = ({ castAt }: Vote) => readVotes().some((kept) => kept.castAt === castAt)

export const listKeptItems = () => readVotes().map(({ item }) => item.id)

/** Returns the session's stored votes and drops those of other sessions. */
export function listKeptVotes(sessionId: string) {
  const own = readVotes().filter((vote) => vote.sessionId === sessionId)
  store(own)
  return own
}

onVisitEnd(() => store([]))
