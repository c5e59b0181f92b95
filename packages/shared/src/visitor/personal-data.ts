import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { neverAgainQuery } from '../operator/removed-items.ts'
import { moment } from '../page.ts'

const ofUser = { params: z.object({ userId: pathId }) }
const ofListedUser = { params: z.strictObject({ userId: pathId }) }
const asFile = {
  answers: { 200: { about: 'Everything that is stored about the visitor, as a file.', types: ['application/json'] } },
} as const

/** See `docs/decisions/030`. */
export const downloadOwnData = contract({
  method: 'GET',
  path: '/api/users/:userId/data',
  ...ofUser,
  ...asFile,
  errors: ['not_yours'],
})

/** Deletes the account permanently and clears the cookie. */
export const deleteOwnAccount = contract({
  method: 'DELETE',
  path: '/api/users/:userId',
  ...ofUser,
  status: 204,
  errors: ['not_yours'],
})

export const downloadUserData = contract({
  method: 'GET',
  path: '/api/admin/users/:userId/data',
  ...ofListedUser,
  ...asFile,
  errors: ['not_found'],
})

/** Returns 409 `conflict` if the account is being deleted, owns imported media, or has another `createdAt`. */
export const deleteUserAccount = contract({
  method: 'DELETE',
  path: '/api/admin/users/:userId',
  role: 'moderator',
  ...ofListedUser,
  query: z.strictObject({ createdAt: moment.optional(), neverAgain: neverAgainQuery }),
  status: 204,
  errors: ['not_found', 'conflict'],
})
