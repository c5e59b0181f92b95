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

/** Everything that the site stores about the visitor, as a file to keep (docs/decisions/030). */
export const downloadOwnData = contract({
  method: 'GET',
  path: '/api/users/:userId/data',
  ...ofUser,
  ...asFile,
  errors: ['not_yours'],
})

/** Deletes the visitor's account for ever, with all that they made, and clears the session's cookie. */
export const deleteOwnAccount = contract({
  method: 'DELETE',
  path: '/api/users/:userId',
  ...ofUser,
  status: 204,
  errors: ['not_yours'],
})

/** The same for somebody who asked the operator. */
export const downloadUserData = contract({
  method: 'GET',
  path: '/api/admin/users/:userId/data',
  ...ofListedUser,
  ...asFile,
  errors: ['not_found'],
})

/** 409 `conflict` when it is being deleted already, owns imported media, or `createdAt` names another account. */
export const deleteUserAccount = contract({
  method: 'DELETE',
  path: '/api/admin/users/:userId',
  ...ofListedUser,
  query: z.strictObject({ createdAt: moment.optional(), neverAgain: neverAgainQuery }),
  status: 204,
  errors: ['not_found', 'conflict'],
})
