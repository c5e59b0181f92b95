import type { readSiteText, SiteTextName } from '@hotvote/shared/visitor/site-texts'
import { queryOptions } from '@tanstack/react-query'
import { cachedFor, SETTINGS_CACHE_MS } from '../../lib/api/cached-for.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'
import { siteTextsKey } from '../../lib/session/site-texts.ts'

export const siteTextQuery = (page: SiteTextName) =>
  queryOptions({
    queryKey: [...siteTextsKey, page],
    queryFn: () => callAsVisitor<typeof readSiteText>('GET /api/site-texts/:page', { params: { page } }),
    ...cachedFor(SETTINGS_CACHE_MS),
  })
