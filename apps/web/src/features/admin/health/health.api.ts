import type { health } from '@hotvote/shared/health'
import { liveQuery } from '../../../lib/operator/operator-query.ts'

export const healthQuery = liveQuery<typeof health>('GET /api/admin/health', ['audit', 'health'])
