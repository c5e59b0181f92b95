import { z } from 'zod'
import { contract } from './contract.ts'

/**
 * Opens a login for whoever brings name and password in their Basic header. `token` goes into a Basic header in their
 * place from then on: it stands for this login and holds no password (`admin.md §3`, docs/decisions/008).
 */
export const operatorLogIn = contract({
  method: 'POST',
  path: '/api/admin/login',
  response: z.object({ token: z.string() }),
  status: 201,
})

/** Ends the login whose token the header carries; name and password have none to end. */
export const operatorLogOut = contract({ method: 'POST', path: '/api/admin/logout' })
