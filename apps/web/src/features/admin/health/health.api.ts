import type { health, sendTestEmail } from '@hotvote/shared/health'
import { mutationOptions } from '@tanstack/react-query'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { liveQuery } from '../../../lib/operator/operator-query.ts'

export const healthQuery = liveQuery<typeof health>('GET /api/admin/health', ['audit', 'health'])

export const testEmailMutation = mutationOptions({
  mutationFn: () => callAsOperator<typeof sendTestEmail>('POST /api/admin/test-email'),
  meta: {
    done: { title: 'Test email sent', description: 'Look for it in the mailbox of OPERATOR_EMAIL.' },
    failed: { title: 'Test email not sent' },
  },
})
