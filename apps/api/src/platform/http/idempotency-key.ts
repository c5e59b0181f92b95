import { idempotencyKey } from '@hotvote/shared/idempotency-key'
import type { Request } from 'express'
import { AppError } from '../../domain/errors.ts'

/** @throws {AppError} `invalid_request` if the key is invalid */
export const readIdempotencyKey = (req: Request): string | undefined => {
  const key = req.get('Idempotency-Key')
  if (key === undefined || idempotencyKey.safeParse(key).success) return key
  throw new AppError('invalid_request', 'An Idempotency-Key has 1 to 200 characters and no space.')
}
