import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from './aggregates.ts'
import type { Db } from './client.ts'
import { statement } from './statement.ts'

/** A time of the database as SQL, with all its microseconds: ISO 8601. As texts they sort as the times do. */
const exactTime = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const NOW = statement({ name: 'now', row: { now: z.string() }, text: `SELECT ${exactTime('now()')} AS now` })

/** The database's own time, as `exactTime`. */
export const readTime = async (db: Db): Promise<string> => onlyRow(await db.query(NOW)).now

/** The day of the database's time, in a statement that is text. Days are those of UTC. */
export const TODAY = `(now() AT TIME ZONE 'UTC')::date`
/** The same for Drizzle. */
export const today = sql.raw(TODAY)
