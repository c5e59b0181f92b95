import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'

/** A trigger rejects deletions and all updates except blanking old network addresses (docs/decisions/030). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: identity(),
    event: text().notNull(),
    /** `operator`, `visitor` or `system`. */
    actor: text().notNull(),
    requestId: text('request_id'),
    context: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_log_created_at').on(t.createdAt.desc(), t.id.desc()),
    index('audit_log_event').on(t.event, t.id.desc()),
  ],
)
