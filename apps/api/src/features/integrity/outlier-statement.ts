import { outlierReasons } from '@hotvote/shared/integrity'
import { z } from 'zod'
import { IS_COUNTED } from '../../db/counted-votes.ts'

/** What each statement that looks for outliers answers, with whom it is about. */
export const OUTLIER_ROW = {
  key: z.string(),
  reason: z.enum(outlierReasons),
  weight: z.number(),
  measure: z.number(),
  votes: z.number(),
  firstAt: z.date(),
  lastAt: z.date(),
}

/** The first moment that is looked at. $1: days. */
export const SINCE = 'now() - make_interval(days => $1::int)'

/**
 * Votes that are looked at: BRIN finds their pages, and no others are read. Not those on items in the trash or on deleted ones,
 * which nobody sees and an order passes over.
 */
export const RECENT = `votes.created_at > ${SINCE} AND ${IS_COUNTED}
  AND votes.media_id IN (SELECT id FROM media WHERE status = 'ready')`

/** Milliseconds: a month of a large site takes its time. */
export const OUTLIER_TIMEOUT = 30_000

const MOST_TIMES = 10

/** What sorts the list: how many `votes` a row has, times how far above the bound. */
export const weightOf = (times: string) => `round((votes * least(${times}, ${MOST_TIMES}))::numeric, 3)::float8`

/**
 * The page behind $3 and $4, weight and key of the last row of the page before; $5: rows. In the order in which the parts are
 * merged, whatever the database's collation is.
 */
export const PAGE_OF = `
WHERE $3::float8 IS NULL OR (weight, key COLLATE "C") < ($3::float8, $4::text)
ORDER BY weight DESC, key COLLATE "C" DESC LIMIT $5`
