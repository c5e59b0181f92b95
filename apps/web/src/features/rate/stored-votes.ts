import type { RatingItem } from '@hotvote/shared/visitor/rating'
import { readStored, writeStored } from '../../lib/browser/preferences.ts'
import { onVisitEnd } from '../../lib/session/open-session.ts'
import { rememberedSession } from '../../lib/session/stored-session.ts'

/** `castAt` (milliseconds) identifies the vote. `wasSent` means an earlier page or another tab may have sent it. */
export type Vote = { userId: number; item: RatingItem; isHot: boolean; castAt: number; wasSent?: boolean }
type StoredVote = Pick<Vote, 'item' | 'isHot' | 'castAt'> & { sessionId: string }

const KEY = 'hotvote-unsent-votes'

/** Returns the votes of all tabs that the server has not confirmed yet. */
function readVotes(): StoredVote[] {
  try {
    return JSON.parse(readStored(KEY) ?? '[]')
  } catch {
    return []
  }
}

const store = (kept: StoredVote[]) => writeStored(KEY, kept.length > 0 ? JSON.stringify(kept) : null)

/** Stores a vote until the server responds, so the vote survives an outage or a reload. */
export const storeVote = ({ item, isHot, castAt }: Vote) =>
  void store([...readVotes(), { item, isHot, castAt, sessionId: rememberedSession().sessionId }])

export const dropVote = ({ castAt }: Vote) => void store(readVotes().filter((kept) => kept.castAt !== castAt))

export const isVoteStored = ({ castAt }: Vote) => readVotes().some((kept) => kept.castAt === castAt)

export const listStoredItems = () => readVotes().map(({ item }) => item.id)

/** Returns the session's stored votes and deletes those of other sessions. */
export function listStoredVotes(sessionId: string) {
  const own = readVotes().filter((vote) => vote.sessionId === sessionId)
  store(own)
  return own
}

onVisitEnd(() => store([]))
