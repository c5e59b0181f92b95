import type { PageQuery } from '@hotvote/shared/page'
import { and, count, countDistinct, eq, ilike, like, sql } from 'drizzle-orm'
import { countWhere, onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { containing, newestFirst } from '../../platform/db/keyset.ts'
import { auditLog } from '../../platform/db/schema/index.ts'

export type AuditFilters = { eventType?: string | undefined; search?: string | undefined; date?: string | undefined }

const { id, event, actor, requestId, context, createdAt } = auditLog

const timestamp = sql<string>`to_char(${createdAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** Searches match this compact JSON, which contains both the shown and the stored text. */
const ENTRY_TEXT = sql`replace(json_build_object('id', ${id}, 'event', ${event}, 'timestamp', ${timestamp}, 'actor', ${actor},
  'requestId', ${requestId}, 'context', ${context})::text, ' ', '')`

const buildFilters = ({ eventType, search, date }: AuditFilters) =>
  and(
    eventType && eventType !== 'all' ? eq(event, eventType) : undefined,
    search?.trim() ? ilike(ENTRY_TEXT, containing(search.replaceAll(' ', ''))) : undefined,
    date ? sql`${createdAt} >= ${date}::date AND ${createdAt} < ${date}::date + 1` : undefined,
  )

export const auditEntries = async (db: Db, query: AuditFilters & PageQuery) => {
  const listed = db.orm.select({ id, event, timestamp, actor, requestId, context }).from(auditLog)
  return newestFirst(id, query).pageOf(listed, buildFilters(query))
}

/** Days in UTC. */
export const statsOfAudit = async (db: Db, filters: AuditFilters) =>
  onlyRow(
    await db.orm
      .select({
        total: count(),
        purge: countWhere(like(event, '%PURGE%')),
        delete: countWhere(like(event, '%DELETE%')),
        daysActive: countDistinct(sql`(${createdAt} AT TIME ZONE 'UTC')::date`),
      })
      .from(auditLog)
      .where(buildFilters(filters)),
  )

export const countOfAudit = (db: Db, filters: AuditFilters) => db.orm.$count(auditLog, buildFilters(filters))
