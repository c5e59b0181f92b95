import { z } from 'zod'

export const bodyId = z.int().positive()

/** Id in a path: decimal digits with no sign, exponent or leading zeros. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'Not a valid id')
  .transform(Number)
  .refine(Number.isSafeInteger, 'Not a valid id')
  .meta({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, pattern: undefined })

/** Keyed hash of a network (/24 or /48), in hex. */
export const networkId = z.string().regex(/^[0-9a-f]{32}$/, 'Not a network')
