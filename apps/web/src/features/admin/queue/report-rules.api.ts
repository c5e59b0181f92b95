import type { reportRulesSetting } from '@hotvote/shared/reports'
import { operatorQuery } from '../../../lib/operator/operator-query.ts'
import { settingMutation } from '../../../lib/operator/setting-mutation.ts'

export const reportRulesQuery = operatorQuery<typeof reportRulesSetting.read>('GET /api/admin/report-config')

export const saveMutation = settingMutation<typeof reportRulesSetting.save>('POST /api/admin/report-config', {
  setting: 'reports',
  operatorKeys: [reportRulesQuery.queryKey],
  visitorKey: reportRulesQuery.queryKey,
  saved: 'When reports hide an item was saved.',
  invalidTitle: () => 'Invalid Configuration',
  failed: { title: 'Failed to save when reports hide an item' },
})
