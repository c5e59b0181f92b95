import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { decodeMoment } from '../../db/cursor.ts'
import { timeOf } from '../../db/time.ts'
import { AppError } from '../../domain/errors.ts'
import { type Matching, momentOf } from './media-library.queries.ts'

/** As `exactTime` writes it; the calendar of the database has no year 0. */
const time = z.iso.datetime({ precision: 6 }).refine((text) => !text.startsWith('0000'))
const libraryMoment = z.object({ position: z.int().nonnegative(), time })

/** What comes until then is in no list yet. */
const refuseFuture = (moment: string, now: string) => {
  if (moment > now) throw new AppError('invalid_request', 'This moment is still to come.')
}

/**
 * Until when an order means what the trash held: the moment of a list, or now, for callers that have shown nobody a list.
 * @throws {AppError} `invalid_request`
 */
export const untilOfTrash = async (db: Db, moment: string | undefined): Promise<string> => {
  const now = await timeOf(db)
  if (moment === undefined) return now
  const until = decodeMoment(time, moment)
  refuseFuture(until, now)
  return until
}

/**
 * The same for what the list of all media showed.
 * @throws {AppError} `invalid_request`
 */
export const untilOfLibrary = async (db: Db, moment: string | undefined): Promise<Matching['until']> => {
  const now = await momentOf(db)
  if (moment === undefined) return now
  const until = decodeMoment(libraryMoment, moment)
  refuseFuture(until.time, now.time)
  return until
}
