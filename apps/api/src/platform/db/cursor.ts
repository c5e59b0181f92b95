import type { z } from 'zod'
import { AppError } from '../../domain/errors.ts'

export const encodeCursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')

/** @throws {AppError} `invalid_request` if the cursor belongs to another list */
export const decodeCursor = <Place>(schema: z.ZodType<Place>, cursor: string): Place => {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new AppError('invalid_request', 'This cursor belongs to another list.')
  }
}
