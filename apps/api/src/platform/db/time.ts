import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from './aggregates.ts'
import type { Db } from './client.ts'
import { statement } from './statement.ts'

/** Formats a time as ISO 8601 with microseconds, so the strings sort chronologically. */
const exactTime = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const NOW = statement({ name: 'now', row: { now: z.string() }, text: `SELECT ${exactTime('now()')} AS now` })

export const readTime = async (db: Db): Promise<string> => onlyRow(await db.query(NOW)).now

export const TODAY = `(now() AT TIME ZONE 'UTC')::date`
export const today = sql.raw(TODAY)
