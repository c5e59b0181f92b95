import { and, isNotNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { deleteExpired } from '../../platform/db/expired.ts'
import { capturedEmails, operations } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'

const before = (days: number) => sql`now() - make_interval(days => ${days}::int)`

/** Reads entries by id and stops at the first young one (docs/decisions/030). */
const BLANK_ADDRESSES = statement({
  name: 'blank_audit_addresses',
  row: { looked: z.number(), blanked: z.number() },
  text: `
WITH step AS MATERIALIZED (
  SELECT id, created_at < now() - make_interval(days => $1) AS is_old FROM audit_log
  WHERE id > (SELECT through FROM retention_runs WHERE rule = 'addresses') ORDER BY id LIMIT $2),
old AS MATERIALIZED (
  SELECT id FROM step WHERE id < coalesce((SELECT min(id) FROM step WHERE NOT is_old), 9223372036854775807)),
blanked AS (
  UPDATE audit_log SET context = context || '{"ip": null}'
  FROM old WHERE audit_log.id = old.id AND context ->> 'ip' IS NOT NULL RETURNING audit_log.id),
noted AS (
  UPDATE retention_runs SET through = (SELECT max(id) FROM old)
  WHERE rule = 'addresses' AND EXISTS (SELECT FROM old))
SELECT (SELECT count(*) FROM old) AS looked, (SELECT count(*) FROM blanked) AS blanked`,
})

export const blankAuditAddresses = async (db: Db, days: number, count: number) =>
  onlyRow(await db.query(BLANK_ADDRESSES, [days, count]))

export const blankOperationAddresses = async ({ orm }: Db, days: number) => {
  const isOld = and(lt(operations.endedAt, before(days)), sql`${operations.input} ? 'ip'`)
  const { rowCount } = await orm
    .update(operations)
    .set({ input: sql`${operations.input} - 'ip'` })
    .where(isOld)
  return rowCount ?? 0
}

/** Keeps the newest of each kind for its screen. */
export const deleteOldOperations = (db: Db, days: number) => {
  const newest = sql`(SELECT max(other.id) FROM operations other WHERE other.kind = ${operations.kind})`
  const isOld = and(isNotNull(operations.endedAt), lt(operations.endedAt, before(days)))
  return deleteExpired(db, operations, sql`${isOld} AND ${operations.id} < ${newest}`)
}

export const deleteOldCaptured = (db: Db, days: number) =>
  deleteExpired(db, capturedEmails, lt(capturedEmails.createdAt, before(days)))
