import type { voteMultiplierSetting } from '@hotvote/shared/operator/vote-multiplier'
import { queryOptions } from '@tanstack/react-query'
import { cachedFor, OPERATOR_CACHE_MS } from '../../../lib/api/cached-for.ts'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { settingMutation } from '../../../lib/operator/setting-changes.ts'

/** @throws {Error} With the message specified in `admin.md §8` and the original error as its cause. */
async function fetchConfiguration() {
  try {
    return await callAsOperator<typeof voteMultiplierSetting.read>('GET /api/admin/vote-multiplier-config')
  } catch (error) {
    throw new Error('Failed to fetch vote multiplier configuration', { cause: error })
  }
}

export const voteMultiplierQuery = queryOptions({
  queryKey: ['admin', 'vote-multiplier-config'],
  queryFn: fetchConfiguration,
  ...cachedFor(OPERATOR_CACHE_MS),
})

export const saveMutation = settingMutation<typeof voteMultiplierSetting.save>(
  'POST /api/admin/vote-multiplier-config',
  {
    setting: 'vote-multiplier',
    visitorKey: ['vote-multiplier-config'],
    saved: 'Vote multiplier settings have been saved successfully.',
    failed: { fallback: 'Failed to update vote multiplier configuration' },
  },
)
