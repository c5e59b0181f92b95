import type { health, sendTestEmail } from '@hotvote/shared/operator/health'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { operatorQuery, polled } from '../../../lib/operator/operator-query.ts'

export const healthQuery = queryOptions({ ...operatorQuery<typeof health>('GET /api/admin/health'), ...polled })

export const testEmailMutation = mutationOptions({
  mutationFn: () => callAsOperator<typeof sendTestEmail>('POST /api/admin/test-email'),
  meta: {
    done: { title: 'Test email sent', description: 'Look for it in the mailbox of OPERATOR_EMAIL.' },
    failed: { title: 'Test email not sent' },
  },
})
