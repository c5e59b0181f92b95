import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { emailAddress } from './accounts.ts'
import { session, username } from './sessions.ts'

/** Profile of a visitor: the session without its secret id. */
export const profile = session.omit({ sessionId: true }).meta({ id: 'Profile' })
export type Profile = z.infer<typeof profile>

/** Checks whether a name is available, ignoring case. Names must not imitate the site (`visitor.md §5`). */
export const checkUsername = contract({
  method: 'GET',
  path: '/api/users/check-username/:name',
  params: z.object({ name: username }),
  response: z.object({ available: z.boolean() }),
})

export const removeLocation = contract({
  method: 'DELETE',
  path: '/api/users/:userId/location',
  params: z.object({ userId: pathId }),
  response: profile,
  errors: ['not_yours', 'not_found'],
})

/** Updates the profile. The email is only validated, not stored (`visitor.md §7`, docs/decisions/007). */
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
