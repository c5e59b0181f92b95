import type { listSiteTexts, readSiteText, SiteTextName } from '@hotvote/shared/visitor/site-texts'
import { queryOptions } from '@tanstack/react-query'
import { cachedFor, SETTINGS_CACHE_MS } from '../../lib/api/cached-for.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'

const siteTextsKey = ['site-texts']

export const siteTextsQuery = queryOptions({
  queryKey: siteTextsKey,
  queryFn: () => callAsVisitor<typeof listSiteTexts>('GET /api/site-texts'),
  ...cachedFor(SETTINGS_CACHE_MS),
  meta: { isQuiet: true },
})

export const siteTextQuery = (page: SiteTextName) =>
  queryOptions({
    queryKey: [...siteTextsKey, page],
    queryFn: () => callAsVisitor<typeof readSiteText>('GET /api/site-texts/:page', { params: { page } }),
    ...cachedFor(SETTINGS_CACHE_MS),
  })
