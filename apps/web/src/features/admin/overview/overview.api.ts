import type { overview } from '@hotvote/shared/overview'
import { liveQuery } from '../../../lib/operator/operator-query.ts'

export const overviewQuery = liveQuery<typeof overview>('GET /api/admin/overview', [
  'audit',
  'health',
  'media',
  'takedowns',
  'votes',
])
