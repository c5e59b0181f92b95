import type { Db } from '../../db/client.ts'
import { insertEntry } from './audit.queries.ts'

/** What happened. An act that destroys leaves one entry before it and one after. */
type AuditEvent = 'MEDIA_DELETE_REQUEST' | 'MEDIA_DELETE_COMPLETED' | 'DMCA_TAKEDOWN_CREATED'

/** `context` holds ids and numbers, never names, addresses or texts of visitors: an entry stays for ever. */
type AuditEntry = {
  event: AuditEvent
  actor: 'operator' | 'visitor' | 'system'
  requestId?: string
  context: Record<string, unknown>
}

/** Records who did what; with a transaction's `db` the entry exists if, and only if, the transaction commits. */
export const recordAudit = (db: Db, { requestId, ...entry }: AuditEntry): Promise<void> =>
  insertEntry(db, { ...entry, requestId: requestId ?? null })
