import { z } from 'zod'

export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/)
