import type { AuditEvent } from '@hotvote/shared/operator/audit'
import type { Db } from '../db/client.ts'
import { auditLog } from '../db/schema/index.ts'
import type { Operator } from '../http/guards.ts'

/** Entries are permanent, so `context` contains only ids, numbers, and an `ip` that is cleared by retention rules. */
type AuditEntry = {
  event: AuditEvent
  actor: 'operator' | 'visitor' | 'system'
  /** Name of the operator. */
  operator?: string | null
  requestId?: string | null
  context: Record<string, unknown>
}

/** With a transaction as `db`, the entry is written only if the transaction commits. */
export const recordAudit = async (
  { orm }: Db,
  { requestId = null, operator = null, ...entry }: AuditEntry,
): Promise<void> => {
  const insertion = orm.insert(auditLog).values({ requestId, operator, ...entry })
  await insertion.prepare('insert_audit_entry').execute()
}

type ByOperator = Pick<AuditEntry, 'event' | 'context'>

export const recordOperator = (
  db: Db,
  { requestId, ip, name }: Operator,
  { event, context }: ByOperator,
): Promise<void> =>
  recordAudit(db, { event, actor: 'operator', operator: name, requestId, context: { ...context, ip } })
