import type { AuditEvent } from '@hotvote/shared/operator/audit'
import type { Db } from '../db/client.ts'
import { auditLog } from '../db/schema/index.ts'
import type { Operator } from '../http/guards.ts'

/** Entries are permanent, so `context` has ids and numbers only; a network address is `ip`, which is blanked later. */
type AuditEntry = {
  event: AuditEvent
  actor: 'operator' | 'visitor' | 'system'
  requestId?: string | null
  context: Record<string, unknown>
}

/** Records who did what; with a transaction's `db`, the entry exists only if the transaction commits. */
export const recordAudit = async ({ orm }: Db, { requestId = null, ...entry }: AuditEntry): Promise<void> => {
  const insertion = orm.insert(auditLog).values({ requestId, ...entry })
  await insertion.prepare('insert_audit_entry').execute()
}

type ByOperator = Pick<AuditEntry, 'event' | 'context'>

/** The same for an act of the operator, with the address it came from. */
export const recordOperator = (db: Db, { requestId, ip }: Operator, { event, context }: ByOperator): Promise<void> =>
  recordAudit(db, { event, actor: 'operator', requestId, context: { ...context, ip } })
