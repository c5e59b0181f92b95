import type { Answer } from '@hotvote/shared/contract'
import type { newsSeen, statsNews } from '@hotvote/shared/visitor/stats'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cachedForGoingBack } from '../../lib/api/cached-for.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'

export type News = Answer<typeof statsNews>

const newsQuery = (userId: number | undefined, visit: number) =>
  queryOptions({
    queryKey: ['stats', 'news', userId, visit],
    queryFn: () => callAsVisitor<typeof statsNews>('GET /api/users/:userId/news', { params: { userId: userId ?? 0 } }),
    enabled: userId !== undefined,
    ...cachedForGoingBack,
  })

/** Ignores failures; the news then appears again on the next visit. */
const markSeen = (userId: number, until: string) =>
  callAsVisitor<typeof newsSeen>('POST /api/users/:userId/news-seen', { params: { userId }, body: { until } }).catch(
    () => {},
  )

export const useNews = (userId: number | undefined, visit: number) => useQuery(newsQuery(userId, visit))

/** Marks the news as seen once the tab is visible. */
export function useSeenNews(userId: number | undefined, until: string | undefined) {
  useEffect(() => {
    if (userId === undefined || until === undefined) return
    const look = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', look)
      void markSeen(userId, until)
    }
    document.addEventListener('visibilitychange', look)
    look()
    return () => document.removeEventListener('visibilitychange', look)
  }, [userId, until])
}
