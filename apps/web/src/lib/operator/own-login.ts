import type { ownLogin } from '@hotvote/shared/operator/operator-login'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readStored, writeStored } from '../browser/preferences.ts'
import { ROLE_KEY } from './operator.ts'
import { operatorQuery } from './operator-query.ts'

const MINUTE_MS = 60_000

export const ownLoginQuery = operatorQuery<typeof ownLogin>('GET /api/admin/me', { staleTime: MINUTE_MS })

/** `self` means that a second factor must be set up first. The server enforces roles; this only hides controls. */
export function useRole(): 'self' | 'moderator' | 'admin' {
  const { data } = useQuery(ownLoginQuery)
  const role = data?.role
  useEffect(() => {
    if (role) writeStored(ROLE_KEY, role)
  }, [role])
  if (!data) return readStored(ROLE_KEY) === 'moderator' ? 'moderator' : 'admin'
  return data.isSecondFactorRequired && !data.hasSecondFactor ? 'self' : data.role
}

export const useIsAdmin = () => useRole() === 'admin'
