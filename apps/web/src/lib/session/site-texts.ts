import type { listSiteTexts } from '@hotvote/shared/visitor/site-texts'
import { queryOptions } from '@tanstack/react-query'
import { cachedFor, SETTINGS_CACHE_MS } from '../api/cached-for.ts'
import { callAsVisitor } from './call-as-visitor.ts'

export const siteTextsKey = ['site-texts']

export const siteTextsQuery = queryOptions({
  queryKey: siteTextsKey,
  queryFn: () => callAsVisitor<typeof listSiteTexts>('GET /api/site-texts'),
  ...cachedFor(SETTINGS_CACHE_MS),
  meta: { isQuiet: true },
})
