import type { AuditEvent } from '@hotvote/shared/audit'
import { onlyRow } from '../db/aggregates.ts'
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

const addEntry = async ({ orm }: Db, { requestId = null, ...entry }: AuditEntry) => {
  const insertion = orm.insert(auditLog).values({ requestId, ...entry })
  const added = await insertion.returning({ id: auditLog.id }).prepare('insert_audit_entry').execute()
  return onlyRow(added).id
}

/**
 * Records who did what; with a transaction's `db` the entry exists if, and only if, the transaction commits. Nothing of it
 * changes any more but its `ip`, which is blanked.
 */
export const recordAudit = async (db: Db, entry: AuditEntry): Promise<void> => {
  await addEntry(db, entry)
}

type ByOperator = Pick<AuditEntry, 'event' | 'context'>

/** The same for an act of the operator, with the address it came from. */
export const recordOperator = async (db: Db, operator: Operator, entry: ByOperator): Promise<void> => {
  await addOperatorEntry(db, operator, entry)
}

/** The same for what belongs to the entry; answers with its id. */
export const addOperatorEntry = (db: Db, { requestId, ip }: Operator, { event, context }: ByOperator) =>
  addEntry(db, { event, actor: 'operator', requestId, context: { ...context, ip } })
