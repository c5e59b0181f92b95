import { z } from 'zod'
import { contract } from '../contract.ts'
import { OPERATOR_PASSWORD, operatorPassword, operatorRoles } from './operators.ts'

/** Code from the authenticator app, or a recovery code. */
const code = z
  .string('Enter the code')
  .trim()
  .min(1, 'Enter the code')
  .max(20, 'Enter a 6-digit code or a 10-character recovery code')

/** Exchanges name and password for a token, which replaces the password (`admin.md §3`, docs/decisions/008). */
export const operatorLogIn = contract({
  method: 'POST',
  path: '/api/admin/login',
  role: 'self',
  body: z.strictObject({ code: code.optional() }).optional(),
  response: z.object({ token: z.string() }),
  status: 201,
  errors: ['code_required', 'too_many_requests'],
})

export const operatorLogOut = contract({ method: 'POST', path: '/api/admin/logout', role: 'self' })

export const ownLogin = contract({
  method: 'GET',
  path: '/api/admin/me',
  role: 'self',
  response: z
    .object({
      name: z.string(),
      role: z.enum(operatorRoles),
      /** True if the operator's password is `ADMIN_PASSWORD`. */
      isFromEnvironment: z.boolean(),
      hasSecondFactor: z.boolean(),
      recoveryCodesLeft: z.number(),
      isSecondFactorRequired: z.boolean(),
    })
    .meta({ id: 'OwnLogin' }),
})

/** Ends the operator's other logins. */
export const changeOwnPassword = contract({
  method: 'POST',
  path: '/api/admin/me/password',
  role: 'self',
  body: z.strictObject({
    password: z.string('Enter your password').max(OPERATOR_PASSWORD.max),
    newPassword: operatorPassword,
  }),
  errors: ['conflict', 'wrong_credential', 'too_many_requests'],
})

/** The client generates the secret, 160 bits in Base32. The code proves that the app knows the secret (RFC 6238). */
export const turnSecondFactorOn = contract({
  method: 'POST',
  path: '/api/admin/me/second-factor',
  role: 'self',
  body: z.strictObject({ secret: z.string().regex(/^[A-Z2-7]{32}$/, 'Not a secret'), code }),
  /** Returned only once. */
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  status: 201,
  errors: ['conflict', 'wrong_credential', 'too_many_requests'],
})

export const turnSecondFactorOff = contract({
  method: 'POST',
  path: '/api/admin/me/second-factor/off',
  role: 'self',
  body: z.strictObject({ code }),
  errors: ['conflict', 'wrong_credential', 'too_many_requests'],
})
