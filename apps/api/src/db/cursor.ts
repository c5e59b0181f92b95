import type { z } from 'zod'
import { AppError } from '../domain/errors.ts'

/** Where the next page of a list begins, or when the list was read, as a text that nobody has to understand. */
export const encodeCursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')

const decode = <Place>(schema: z.ZodType<Place>, text: string, name: 'cursor' | 'moment'): Place => {
  try {
    return schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new AppError('invalid_request', `This ${name} belongs to another list.`)
  }
}

/** @throws {AppError} `invalid_request` for a cursor that is not one of this list */
export const decodeCursor = <Place>(schema: z.ZodType<Place>, cursor: string) => decode(schema, cursor, 'cursor')

/** @throws {AppError} `invalid_request` for a moment that is not one of this list */
export const decodeMoment = <Moment>(schema: z.ZodType<Moment>, moment: string) => decode(schema, moment, 'moment')
