import type {
  backButtonHistory,
  idleRedirectHistory,
  operatorBackButton,
  operatorIdleRedirect,
  redirectsPerDay,
  saveBackButton,
  saveIdleRedirect,
} from '@hotvote/shared/traffic'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callAsOperator, pagesAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { settingMutation } from '../../../lib/operator/setting-mutation.ts'

export const idleRedirectQuery = queryOptions({
  queryKey: ['admin', 'idle-redirect-config'],
  queryFn: () => callAsOperator<typeof operatorIdleRedirect>('GET /api/admin/idle-redirect-config'),
  staleTime: 0,
})
export const idleHistoryQuery = infiniteQueryOptions({
  queryKey: ['admin', 'idle-redirect-history'],
  ...pagesAsOperator<typeof idleRedirectHistory>('GET /api/admin/idle-redirect-history'),
  staleTime: 0,
})
export const backButtonQuery = queryOptions({
  queryKey: ['admin', 'back-button-config'],
  queryFn: () => callAsOperator<typeof operatorBackButton>('GET /api/admin/back-button-config'),
  staleTime: 0,
})
export const backHistoryQuery = infiniteQueryOptions({
  queryKey: ['admin', 'back-button-history'],
  ...pagesAsOperator<typeof backButtonHistory>('GET /api/admin/back-button-history'),
  staleTime: 0,
})
export const redirectsPerDayQuery = queryOptions({
  queryKey: ['admin', 'redirects-per-day'],
  queryFn: () => callAsOperator<typeof redirectsPerDay>('GET /api/admin/redirects-per-day'),
  staleTime: 0,
})

/** What visitors' pages ask for holds both redirects. */
const PUBLIC = ['idle-redirect-config']

export const saveIdleMutation = settingMutation<typeof saveIdleRedirect>('POST /api/admin/idle-redirect-config', {
  operatorKeys: [idleRedirectQuery.queryKey, idleHistoryQuery.queryKey],
  visitorKey: PUBLIC,
  saved: 'Idle redirect settings have been saved successfully.',
  failed: { title: 'Save Failed', fallback: 'Failed to save idle redirect configuration' },
})

export const saveBackMutation = settingMutation<typeof saveBackButton>('POST /api/admin/back-button-config', {
  operatorKeys: [backButtonQuery.queryKey, backHistoryQuery.queryKey],
  visitorKey: PUBLIC,
  saved: 'Back button settings have been saved successfully.',
  failed: { title: 'Save Failed', fallback: 'Failed to save back button configuration' },
})
