import type { overview } from '@hotvote/shared/overview'
import { queryOptions } from '@tanstack/react-query'
import { operatorQuery, polled } from '../../../lib/operator/operator-query.ts'

export const overviewQuery = queryOptions({ ...operatorQuery<typeof overview>('GET /api/admin/overview'), ...polled })
