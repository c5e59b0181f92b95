import type { Db } from '../../db/client.ts'
import { containing, parameters } from '../../db/keyset.ts'

export type AuditFilters = { eventType?: string | undefined; search?: string | undefined; date?: string | undefined }
type Window = { limit: number; cursor?: number | undefined; after?: number | undefined }

export type AuditLogRow = {
  id: number
  event: string
  timestamp: string
  actor: string
  requestId: string | null
  context: Record<string, unknown>
}

const TIMESTAMP = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const COLUMNS = `id, event, ${TIMESTAMP} AS timestamp, actor, request_id AS "requestId", context`
/** The whole entry as it is answered, without spaces: one may search for what is shown and for what is stored. */
const WHOLE = `replace(json_build_object('id', id, 'event', event, 'timestamp', ${TIMESTAMP}, 'actor', actor,
  'requestId', request_id, 'context', context)::text, ' ', '')`

const filtersOf = ({ eventType, search, date }: AuditFilters, add: (value: unknown) => number) => {
  const filters = ['true']
  if (eventType && eventType !== 'all') filters.push(`event = $${add(eventType)}`)
  if (search?.trim()) filters.push(`${WHOLE} ILIKE $${add(containing(search.replaceAll(' ', '')))}`)
  if (date) {
    const day = `$${add(date)}::date`
    filters.push(`created_at >= ${day} AND created_at < ${day} + 1`)
  }
  return filters
}

/** The newest first. */
export const auditEntries = (db: Db, wish: AuditFilters, { limit, cursor, after }: Window) => {
  const { values, add } = parameters()
  const filters = filtersOf(wish, add)
  if (cursor !== undefined) filters.push(`id < $${add(cursor)}`)
  if (after !== undefined) filters.push(`id > $${add(after)}`)
  const text = `SELECT ${COLUMNS} FROM audit_log WHERE ${filters.join(' AND ')} ORDER BY id DESC LIMIT $${add(limit)}`
  return db.query<AuditLogRow>({ text }, values)
}

/** Days are those of UTC. */
export const statsOfAudit = async (db: Db, wish: AuditFilters) => {
  const { values, add } = parameters()
  const text = `
SELECT count(*) AS total, count(*) FILTER (WHERE event LIKE '%PURGE%') AS purge,
  count(*) FILTER (WHERE event LIKE '%DELETE%') AS delete,
  count(DISTINCT (created_at AT TIME ZONE 'UTC')::date) AS "daysActive"
FROM audit_log WHERE ${filtersOf(wish, add).join(' AND ')}`
  type Stats = { total: number; purge: number; delete: number; daysActive: number }
  const [row] = await db.query<Stats>({ text }, values)
  return row ?? { total: 0, purge: 0, delete: 0, daysActive: 0 }
}

/** With `after`, only what came after that entry: a reader who keeps asking costs next to nothing. */
export const countOfAudit = async (db: Db, wish: AuditFilters, after?: number) => {
  const { values, add } = parameters()
  const filters = filtersOf(wish, add)
  if (after !== undefined) filters.push(`id > $${add(after)}`)
  const text = `SELECT count(*) FROM audit_log WHERE ${filters.join(' AND ')}`
  const [row] = await db.query<{ count: number }>({ text }, values)
  return row?.count ?? 0
}
