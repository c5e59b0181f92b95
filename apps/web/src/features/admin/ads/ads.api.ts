import type { adPlacement, operatorAdZone, operatorSkipButton, saveAdZone, saveSkipButton } from '@hotvote/shared/ads'
import type { Contract, RouteOf, Sent } from '@hotvote/shared/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../../lib/admin-call.ts'
import { CallError } from '../../../lib/call-error.ts'

/** Null where nothing has been saved yet (`admin.md §7`). */
async function orNone<C extends Contract>(route: RouteOf<C>) {
  try {
    return await adminCall<C>(route)
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}

export const adZoneQuery = queryOptions({
  queryKey: ['admin', 'ad-config', 'zone1'],
  queryFn: async () => {
    const [zone, { mayRunInPage }] = await Promise.all([
      orNone<typeof operatorAdZone>('GET /api/admin/ad-config/zone1'),
      adminCall<typeof adPlacement>('GET /api/admin/ad-placement'),
    ])
    return { zone, mayRunInPage }
  },
  staleTime: 0,
})

export const skipButtonQuery = queryOptions({
  queryKey: ['admin', 'ad-config', 'skip-button'],
  queryFn: () => orNone<typeof operatorSkipButton>('GET /api/admin/ad-config/skip-button'),
  staleTime: 0,
})

const fallback = 'Nothing was changed. Please try again in a moment.'

export const saveAdZoneMutation = mutationOptions({
  mutationFn: (body: Required<Sent<typeof saveAdZone, 'body'>>) =>
    adminCall<typeof saveAdZone>('POST /api/admin/ad-config/zone1', { body }),
  meta: {
    stale: [adZoneQuery.queryKey, ['ad-config', 'zone1']],
    truth: [adZoneQuery.queryKey],
    done: { title: 'Configuration Updated', description: 'Ad zone settings have been saved successfully.' },
    failed: { title: 'Failed to save ad configuration', fallback },
  },
})

export const saveSkipButtonMutation = mutationOptions({
  mutationFn: (body: Sent<typeof saveSkipButton, 'body'>) =>
    adminCall<typeof saveSkipButton>('POST /api/admin/ad-config/skip-button', { body }),
  meta: {
    stale: [skipButtonQuery.queryKey, ['ad-config', 'skip-button']],
    truth: [skipButtonQuery.queryKey],
    done: { title: 'Configuration Updated', description: 'Skip button settings have been saved successfully.' },
    failed: { title: 'Failed to save skip button configuration', fallback },
  },
})
