import { useLocation } from 'wouter'
import { queryClient } from '../../lib/api/query-client.ts'
import { adminPaths } from '../../lib/operator/admin-paths.ts'
import { endLogin } from '../../lib/operator/call-as-operator.ts'
import { mayLeave } from '../leave-guard.tsx'

/** Ends the login, unless something unsaved is to stay. */
export function useOperatorLogout() {
  const [, navigate] = useLocation()
  return async () => {
    if (!(await mayLeave())) return
    endLogin()
    // What the operator saw must not be there for whoever uses this browser next.
    queryClient.clear()
    navigate(adminPaths.home)
  }
}
