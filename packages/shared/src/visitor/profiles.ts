import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { emailAddress } from './accounts.ts'
import { session, username } from './sessions.ts'

/** The visitor as they see themselves, without the secret that makes them this visitor. */
export const profile = session.omit({ sessionId: true }).meta({ id: 'Profile' })
export type Profile = z.infer<typeof profile>

/** Whether a name is free, in whatever case, and does not pose as the site (`visitor.md §5`). */
export const checkUsername = contract({
  method: 'GET',
  path: '/api/users/check-username/:name',
  params: z.object({ name: username }),
  response: z.object({ available: z.boolean() }),
})

/** Forgets where the visitor was when they shared their location. */
export const removeLocation = contract({
  method: 'DELETE',
  path: '/api/users/:userId/location',
  params: z.object({ userId: pathId }),
  response: profile,
  errors: ['not_yours', 'not_found'],
})

/** Changes the visitor's own name (`visitor.md §7`). The e-mail address is checked and not stored (docs/decisions/007). */
export const updateProfile = contract({
  method: 'PATCH',
  path: '/api/users/:userId',
  params: z.object({ userId: pathId }),
  body: z.object({
    username: username.optional(),
    email: emailAddress.optional(),
  }),
  response: profile,
  errors: ['not_yours', 'not_found', 'username_taken'],
})
