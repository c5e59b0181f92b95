import { z } from 'zod'

/** An id in a JSON body: a positive whole number that JavaScript keeps exactly. */
export const bodyId = z.int().positive()

/** An id in a path or query: the same number, written plainly (no sign, exponent or leading zero). */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'Not a valid id')
  .transform(Number)
  .refine(Number.isSafeInteger, 'Not a valid id')
  // How the API is described: whoever writes a number plainly writes an id.
  .meta({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, pattern: undefined })
