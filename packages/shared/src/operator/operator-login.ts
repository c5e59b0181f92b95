import { z } from 'zod'
import { contract } from '../contract.ts'

/** Opens a login for name and password; `token` replaces the password in the Basic header (`admin.md §3`, docs/decisions/008). */
export const operatorLogIn = contract({
  method: 'POST',
  path: '/api/admin/login',
  response: z.object({ token: z.string() }),
  status: 201,
})

/** Ends the login whose token the header carries; name and password have none to end. */
export const operatorLogOut = contract({ method: 'POST', path: '/api/admin/logout' })
