import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'

/**
 * What was destroyed or changed, by whom. A trigger refuses every deletion, and every update but one: the network address of an
 * entry may be blanked once its time is over (docs/decisions/061).
 */
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

/**
 * What a setting was before and after an entry of the audit log, whole: too long for the log itself, which names values in
 * short (docs/decisions/066). An entry is never deleted, so none of these loses its own.
 */
export const settingChanges = pgTable('setting_changes', {
  auditId: bigint('audit_id', { mode: 'number' }).primaryKey(),
  oldValues: jsonb('old_values').$type<Record<string, unknown>>().notNull(),
  newValues: jsonb('new_values').$type<Record<string, unknown>>().notNull(),
})
