import { useLocation } from 'wouter'
import { queryClient } from '../../lib/api/query-client.ts'
import { adminPaths } from '../../lib/operator/admin-paths.ts'
import { endLogin } from '../../lib/operator/call-as-operator.ts'
import { mayLeave } from '../leave-guard.tsx'

export function useOperatorLogout() {
  const [, navigate] = useLocation()
  return async () => {
    if (!(await mayLeave())) return
    endLogin()
    // The next user of this browser must not see the operator's data.
    queryClient.clear()
    navigate(adminPaths.home)
  }
}
