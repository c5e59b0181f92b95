import type { AuditEvent } from '@hotvote/shared/audit'
import type { Db } from '../db/client.ts'
import { auditLog } from '../db/schema/index.ts'
import type { Operator } from '../http/guards.ts'

/**
 * A destructive act leaves one entry before it and one after. An entry is never deleted, so `context` holds ids and numbers, never
 * names, mail addresses or texts of visitors. A network address is `ip` and nothing else: that is what is blanked once its time is over.
 */
type AuditEntry = {
  event: AuditEvent
  actor: 'operator' | 'visitor' | 'system'
  requestId?: string | null
  context: Record<string, unknown>
}

/**
 * Records who did what; with a transaction's `db` the entry exists if, and only if, the transaction commits. Nothing of it
 * changes any more but its `ip`, which is blanked.
 */
export const recordAudit = async ({ orm }: Db, { requestId = null, ...entry }: AuditEntry): Promise<void> => {
  const insertion = orm.insert(auditLog).values({ requestId, ...entry })
  await insertion.prepare('insert_audit_entry').execute()
}

type ByOperator = Pick<AuditEntry, 'event' | 'context'>

/** The same for an act of the operator, with the address it came from. */
export const recordOperator = (db: Db, { requestId, ip }: Operator, { event, context }: ByOperator): Promise<void> =>
  recordAudit(db, { event, actor: 'operator', requestId, context: { ...context, ip } })
