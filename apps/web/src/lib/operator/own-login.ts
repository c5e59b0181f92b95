import type { ownLogin } from '@hotvote/shared/operator/operator-login'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readStored, writeStored } from '../browser/preferences.ts'
import { operatorQuery } from './operator-query.ts'

const MINUTE_MS = 60_000
/** The role is stored, so a reload shows a moderator's menu immediately. */
const ROLE_KEY = 'adminRole'

export const ownLoginQuery = queryOptions({
  ...operatorQuery<typeof ownLogin>('GET /api/admin/me'),
  staleTime: MINUTE_MS,
})

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
