import type { AuditEvent } from '@hotvote/shared/operator/audit'
import type { Db } from '../db/client.ts'
import { auditLog } from '../db/schema/index.ts'
import type { Operator } from '../http/guards.ts'

/** Entries are permanent, so store only ids and numbers in `context`. Retention later clears `ip`. */
type AuditEntry = {
  event: AuditEvent
  actor: 'operator' | 'visitor' | 'system'
  requestId?: string | null
  context: Record<string, unknown>
}

/** With a transaction as `db`, the entry is written only if the transaction commits. */
export const recordAudit = async ({ orm }: Db, { requestId = null, ...entry }: AuditEntry): Promise<void> => {
  const insertion = orm.insert(auditLog).values({ requestId, ...entry })
  await insertion.prepare('insert_audit_entry').execute()
}

type ByOperator = Pick<AuditEntry, 'event' | 'context'>

export const recordOperator = (db: Db, { requestId, ip }: Operator, { event, context }: ByOperator): Promise<void> =>
  recordAudit(db, { event, actor: 'operator', requestId, context: { ...context, ip } })
