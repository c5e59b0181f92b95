import { z } from 'zod'
import { contract } from '../contract.ts'

/** Exchanges name and password for a token, which replaces the password (`admin.md §3`, docs/decisions/008). */
export const operatorLogIn = contract({
  method: 'POST',
  path: '/api/admin/login',
  response: z.object({ token: z.string() }),
  status: 201,
})

export const operatorLogOut = contract({ method: 'POST', path: '/api/admin/logout' })
