import type { RatingItem } from '@hotvote/shared/rating'
import { readStored, writeStored } from '../../lib/browser/preferences.ts'
import { onVisitEnd } from '../../lib/visitor/open-session.ts'
import { rememberedSession } from '../../lib/visitor/stored-session.ts'

const KEY = 'hotvote-unsent-votes'

/** `castAt` tells a vote from one on the same item before it, which was undone. */
type KeptVote = { sessionId: string; item: RatingItem; isHot: boolean; castAt: number }

/** Votes without an answer yet, from every tab and from before the page was loaded. */
function keptVotes(): KeptVote[] {
  try {
    return JSON.parse(readStored(KEY) ?? '[]')
  } catch {
    return []
  }
}

const store = (kept: KeptVote[]) => writeStored(KEY, kept.length > 0 ? JSON.stringify(kept) : null)

/** Keeps a vote until its answer: neither an outage nor a reload loses it. Returns how to drop it. */
export function keepVote(vote: Omit<KeptVote, 'sessionId'>) {
  const others = keptVotes().filter(({ item }) => item.id !== vote.item.id)
  store([...others, { ...vote, sessionId: rememberedSession().sessionId }])
  return () => void store(keptVotes().filter(({ item, castAt }) => item.id !== vote.item.id || castAt !== vote.castAt))
}

export const keptItems = () => keptVotes().map(({ item }) => item.id)

/** The kept votes of this session; another visitor's are dropped. */
export function votesKeptFor(sessionId: string) {
  const own = keptVotes().filter((vote) => vote.sessionId === sessionId)
  store(own)
  return own
}

onVisitEnd(() => store([]))
