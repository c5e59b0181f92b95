import type { Contract, RouteOf } from '@hotvote/shared/contract'
import type { adPlacement, adZoneSetting, skipButtonSetting } from '@hotvote/shared/visitor/ads'
import { queryOptions } from '@tanstack/react-query'
import { hasStatus } from '../../../lib/api/call-error.ts'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { settingMutation } from '../../../lib/operator/setting-mutation.ts'

/** Null if nothing has been saved yet (`admin.md §7`). */
async function orNone<C extends Contract>(route: RouteOf<C>) {
  try {
    return await callAsOperator<C>(route)
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}

export const adZoneQuery = queryOptions({
  queryKey: ['admin', 'ad-config', 'zone1'],
  queryFn: async () => {
    const [zone, { mayRunInPage }] = await Promise.all([
      orNone<typeof adZoneSetting.read>('GET /api/admin/ad-config/zone1'),
      callAsOperator<typeof adPlacement>('GET /api/admin/ad-placement'),
    ])
    return { zone, mayRunInPage }
  },
  staleTime: 0,
})

export const skipButtonQuery = queryOptions({
  queryKey: ['admin', 'ad-config', 'skip-button'],
  queryFn: () => orNone<typeof skipButtonSetting.read>('GET /api/admin/ad-config/skip-button'),
  staleTime: 0,
})

const invalidTitle = () => 'Validation Error'

export const saveAdZoneMutation = settingMutation<typeof adZoneSetting.save>('POST /api/admin/ad-config/zone1', {
  setting: 'ad-zone',
  visitorKey: ['ad-config', 'zone1'],
  saved: 'Ad zone settings have been saved successfully.',
  invalidTitle,
  failed: { title: 'Failed to save ad configuration' },
})

export const saveSkipButtonMutation = settingMutation<typeof skipButtonSetting.save>(
  'POST /api/admin/ad-config/skip-button',
  {
    setting: 'skip-button',
    visitorKey: ['ad-config', 'skip-button'],
    saved: 'Skip button settings have been saved successfully.',
    invalidTitle,
    failed: { title: 'Failed to save skip button configuration' },
  },
)
