import type { AuditEvent } from '@hotvote/shared/audit'
import type { Db } from '../db/client.ts'
import { auditLog } from '../db/schema/index.ts'
import type { Operator } from '../http/guards.ts'

/**
 * A destructive act leaves one entry before it and one after. `context` holds ids and numbers, never names, addresses or
 * texts of visitors: an entry is never deleted.
 */
type AuditEntry = {
  event: AuditEvent
  actor: 'operator' | 'visitor' | 'system'
  requestId?: string | null
  context: Record<string, unknown>
}

/**
 * Records who did what; with a transaction's `db` the entry exists if, and only if, the transaction commits. The table
 * refuses that it is ever changed.
 */
export const recordAudit = async (db: Db, { requestId = null, ...entry }: AuditEntry): Promise<void> => {
  await db.orm
    .insert(auditLog)
    .values({ requestId, ...entry })
    .prepare('insert_audit_entry')
    .execute()
}

/** The same for an act of the operator, with the address it came from. */
export const recordOperator = (db: Db, { requestId, ip }: Operator, entry: Pick<AuditEntry, 'event' | 'context'>) =>
  recordAudit(db, { event: entry.event, actor: 'operator', requestId, context: { ...entry.context, ip } })
