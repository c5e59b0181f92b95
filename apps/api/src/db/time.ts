import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from './aggregates.ts'
import type { Db } from './client.ts'
import { statement } from './statement.ts'

const NOW = statement({ name: 'now', row: { now: z.date() }, text: 'SELECT now()' })

/** The database's own time, ISO 8601. */
export const timeOf = async (db: Db): Promise<string> => onlyRow(await db.query(NOW)).now.toISOString()

/** The day of the database's time, in a statement that is text. Days are those of UTC. */
export const TODAY = `(now() AT TIME ZONE 'UTC')::date`
/** The same for Drizzle. */
export const today = sql.raw(TODAY)
