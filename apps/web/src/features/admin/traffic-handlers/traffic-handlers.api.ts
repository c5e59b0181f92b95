import type { Sent } from '@hotvote/shared/contract'
import type {
  backButtonHistory,
  idleRedirectHistory,
  operatorBackButton,
  operatorIdleRedirect,
  redirectsPerDay,
  saveBackButton,
  saveIdleRedirect,
} from '@hotvote/shared/traffic'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { adminCall, adminPages } from '../../../lib/admin-call.ts'

export const idleRedirectQuery = queryOptions({
  queryKey: ['admin', 'idle-redirect-config'],
  queryFn: () => adminCall<typeof operatorIdleRedirect>('GET /api/admin/idle-redirect-config'),
  staleTime: 0,
})
export const idleHistoryQuery = infiniteQueryOptions({
  queryKey: ['admin', 'idle-redirect-history'],
  ...adminPages<typeof idleRedirectHistory>('GET /api/admin/idle-redirect-history'),
  staleTime: 0,
})
export const backButtonQuery = queryOptions({
  queryKey: ['admin', 'back-button-config'],
  queryFn: () => adminCall<typeof operatorBackButton>('GET /api/admin/back-button-config'),
  staleTime: 0,
})
export const backHistoryQuery = infiniteQueryOptions({
  queryKey: ['admin', 'back-button-history'],
  ...adminPages<typeof backButtonHistory>('GET /api/admin/back-button-history'),
  staleTime: 0,
})
export const redirectsPerDayQuery = queryOptions({
  queryKey: ['admin', 'redirects-per-day'],
  queryFn: () => adminCall<typeof redirectsPerDay>('GET /api/admin/redirects-per-day'),
  staleTime: 0,
})

/** What visitors' pages ask for holds both redirects. */
const PUBLIC = ['idle-redirect-config']

export const saveIdleMutation = mutationOptions({
  mutationFn: (body: Sent<typeof saveIdleRedirect, 'body'>) =>
    adminCall<typeof saveIdleRedirect>('POST /api/admin/idle-redirect-config', { body }),
  meta: {
    stale: [idleRedirectQuery.queryKey, idleHistoryQuery.queryKey, PUBLIC],
    truth: [idleRedirectQuery.queryKey, idleHistoryQuery.queryKey],
    done: { title: 'Configuration Updated', description: 'Idle redirect settings have been saved successfully.' },
    failed: { title: 'Save Failed', fallback: 'Failed to save idle redirect configuration' },
  },
})

export const saveBackMutation = mutationOptions({
  mutationFn: (body: Sent<typeof saveBackButton, 'body'>) =>
    adminCall<typeof saveBackButton>('POST /api/admin/back-button-config', { body }),
  meta: {
    stale: [backButtonQuery.queryKey, backHistoryQuery.queryKey, PUBLIC],
    truth: [backButtonQuery.queryKey, backHistoryQuery.queryKey],
    done: { title: 'Configuration Updated', description: 'Back button settings have been saved successfully.' },
    failed: { title: 'Save Failed', fallback: 'Failed to save back button configuration' },
  },
})
