import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { defineSetting, savedVersion } from './settings.ts'

/** Lowest role first. Moderators use the review, the queue, media, takedowns and users. */
export const operatorRoles = ['moderator', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Characters. `ADMIN_PASSWORD` has an identical minimum. */
export const OPERATOR_PASSWORD = { min: 12, max: 200 }
/** Characters. */
export const OPERATOR_NAME_MAX = 40
export const RECOVERY_CODES = 10

const role = z.enum(operatorRoles, 'Not a role')

/** RFC 7617 forbids colons in names. */
export const operatorName = z
  .string('Enter a name')
  .trim()
  .min(1, 'Enter a name')
  .max(OPERATOR_NAME_MAX, `Use at most ${OPERATOR_NAME_MAX} characters`)
  .regex(/^[\p{L}\p{N}._@ -]+$/u, 'Use letters, digits, spaces and . _ @ -')

export const operatorPassword = z
  .string('Enter a password')
  .min(OPERATOR_PASSWORD.min, `Use at least ${OPERATOR_PASSWORD.min} characters`)
  .max(OPERATOR_PASSWORD.max, `Use at most ${OPERATOR_PASSWORD.max} characters`)

const listedOperator = z
  .object({
    id: z.number(),
    name: z.string(),
    role,
    /** True for the `ADMIN_USERNAME` operator, who is always an admin and never disabled. */
    isFromEnvironment: z.boolean(),
    isDisabled: z.boolean(),
    hasSecondFactor: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Operator' })
export type ListedOperator = z.infer<typeof listedOperator>

/** Lists operators by name. The `ADMIN_USERNAME` operator is included after the first login. */
export const listOperators = contract({
  method: 'GET',
  path: '/api/admin/operators',
  response: z.array(listedOperator),
})

/** 409 `conflict` if the name is taken, ignoring case. */
export const addOperator = contract({
  method: 'POST',
  path: '/api/admin/operators',
  body: z.strictObject({ name: operatorName, password: operatorPassword, role }),
  response: listedOperator,
  status: 201,
  errors: ['conflict'],
})

/**
 * A new password or `isDisabled` ends the operator's logins.
 * Returns 409 `conflict` for the caller's own account and the `ADMIN_USERNAME` operator.
 */
export const changeOperator = contract({
  method: 'PATCH',
  path: '/api/admin/operators/:operatorId',
  params: z.strictObject({ operatorId: pathId }),
  body: z
    .strictObject({
      role,
      password: operatorPassword,
      isDisabled: z.boolean(),
      /** Turns the second factor off, for an operator who lost the device. */
      hasSecondFactor: z.literal(false),
    })
    .partial(),
  response: listedOperator,
  errors: ['not_found', 'conflict'],
})

const secondFactorValues = z.object({ isRequired: z.boolean().default(false) })

export const secondFactorForm = z.object({ isRequired: z.boolean('Must be true or false') })

/** 409 `conflict` if the caller has no second factor. */
export const secondFactorSetting = defineSetting({
  name: 'second-factor',
  path: '/api/admin/second-factor-config',
  form: secondFactorForm,
  values: secondFactorValues,
  setting: secondFactorValues.extend(savedVersion).meta({ id: 'SecondFactorRules' }),
})
