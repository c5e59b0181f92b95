import type { Db } from '../../db/client.ts'

export type AuditRow = { event: string; actor: string; requestId: string | null; context: Record<string, unknown> }

/** Adds one entry; the table refuses that it is ever changed. */
export const insertEntry = async (db: Db, { event, actor, requestId, context }: AuditRow) => {
  const text = 'INSERT INTO audit_log (event, actor, request_id, context) VALUES ($1, $2, $3, $4::jsonb)'
  await db.query({ name: 'insert_audit_entry', text }, [event, actor, requestId, JSON.stringify(context)])
}
