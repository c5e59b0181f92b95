import type { Db } from '../../db/client.ts'
import { auditLog } from '../../db/schema/index.ts'

export type AuditRow = { event: string; actor: string; requestId: string | null; context: Record<string, unknown> }

/** Adds one entry; the table refuses that it is ever changed. */
export const insertEntry = async (db: Db, row: AuditRow) => {
  await db.orm.insert(auditLog).values(row).prepare('insert_audit_entry').execute()
}
