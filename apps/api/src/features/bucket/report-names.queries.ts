import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { operations } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'

const { id, kind, result, endedAt } = operations

/** The reports that name items, by id: those that ended in the last so many minutes, or all. */
export const reportsNamingItems = async ({ orm }: Db, minutes?: number): Promise<number[]> => {
  const isRecent = minutes === undefined ? undefined : gt(endedAt, sql`now() - make_interval(mins => ${minutes})`)
  const isReport = and(inArray(kind, ['find-duplicates', 'find-orphans']), isNotNull(endedAt), isNotNull(result))
  const rows = await orm.select({ id }).from(operations).where(and(isReport, isRecent)).orderBy(asc(id))
  return rows.map((row) => row.id)
}

/** What stands in a report in place of the name of an item that is gone. */
export const NAMELESS = 'Deleted item'

/** The numbers of items in a list of a report, where their names are still there, in SQL/JSON. */
const named = (list: string, name: string) =>
  `${list}[*] ? (@.${name} != "${NAMELESS}").mediaId ? (@.type() == "number")`
const NAMED = [named('$.duplicateGroups[*].files', 'originalName'), named('$.brokenItems.items', 'mediaName')]

const WITH_GONE = statement({
  name: 'report_with_names_of_gone',
  row: { result: z.string(), gone: z.string() },
  text: `
SELECT result::text AS result, to_json(gone.ids)::text AS gone
FROM operations, LATERAL (
  SELECT array_agg(DISTINCT named::int8) AS ids
  FROM (${NAMED.map((path) => `SELECT jsonb_path_query(result, '${path}') AS named`).join(' UNION ')}) found
  WHERE NOT EXISTS (SELECT FROM media WHERE media.id = named::int8 AND status <> 'deleted')) gone
WHERE operations.id = $1 AND gone.ids IS NOT NULL FOR UPDATE OF operations`,
})

/** A report that names items which are gone for good, locked, and the ids of these; undefined when it names none. */
export const reportWithGone = async (db: Db, reportId: number) => {
  const [row] = await db.query(WITH_GONE, [reportId])
  return row && { result: JSON.parse(row.result) as object, gone: new Set<unknown>(JSON.parse(row.gone)) }
}

export const setResult = async ({ orm }: Db, reportId: number, changed: object) => {
  await orm.update(operations).set({ result: changed }).where(eq(id, reportId))
}
