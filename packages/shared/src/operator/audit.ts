import { z } from 'zod'
import { contract } from '../contract.ts'
import { day, pageQuery, searchText } from '../page.ts'

/** Event types of `admin.md §3`, followed by HotVote's own. */
export const auditEvents = [
  'INACTIVE_USER_PURGE',
  'INACTIVE_ACCOUNTS_PURGE_COMPLETED',
  'ADMIN_DELETE_REQUEST',
  'ADMIN_DELETE_COMPLETED',
  'MEDIA_DELETE_REQUEST',
  'MEDIA_DELETE_COMPLETED',
  'DMCA_TAKEDOWN_CREATED',
  'DMCA_TAKEDOWN_UPDATED',
  'DEPLOYMENT_STARTUP',
  'DEPLOYMENT_FILE_SYSTEM_CHECK',
  'OPERATOR_LOGGED_IN',
  'OPERATOR_LOGGED_OUT',
  'OPERATOR_LOGIN_FAILED',
  'OPERATOR_LOGIN_LOCKED',
  'SETTINGS_UPDATED',
  'DATABASE_RESET_REQUEST',
  'DATABASE_RESET_COMPLETED',
  'MEDIA_IMPORT_REQUEST',
  'MEDIA_IMPORT_COMPLETED',
  'VOTE_POPULATION_REQUEST',
  'VOTE_POPULATION_COMPLETED',
  'USER_SEQUENCE_FIXED',
  'VOTES_SET_ASIDE_REQUEST',
  'VOTES_SET_ASIDE_COMPLETED',
  'VOTES_COUNTED_AGAIN_REQUEST',
  'VOTES_COUNTED_AGAIN_COMPLETED',
  'OUTLIER_DISMISSED',
  'OUTLIER_LISTED_AGAIN',
  'VOTES_EXPORT_REQUEST',
  'VOTES_EXPORT_COMPLETED',
  'DUPLICATE_SEARCH_REQUEST',
  'DUPLICATE_SEARCH_COMPLETED',
  'ORPHAN_SEARCH_REQUEST',
  'ORPHAN_SEARCH_COMPLETED',
  'BUCKET_DELETE_REQUEST',
  'BUCKET_DELETE_COMPLETED',
  'AUDIT_LOGS_EXPORTED',
  'CAPTURED_EMAILS_EXPORTED',
  'COUNTER_NOTICE_FILED',
  'LOOK_ALIKE_HELD',
  'LOOK_ALIKE_PUBLISHED',
  'LOOK_ALIKE_REMOVED',
  'UPLOAD_NOT_SCREENED',
  'UPLOADS_APPROVED',
  'UPLOADS_DECLINED',
  'UPLOADS_REOPENED',
  'REMOVED_ITEM_BARRED',
  'REMOVED_ITEM_ALLOWED',
  'MEDIA_REPORTED',
  'MEDIA_REPORT_UNDONE',
  'MEDIA_HIDDEN',
  'REPORTS_KEPT',
  'REPORTS_REMOVED',
  'REPORTS_REOPENED',
  'VISITOR_SURGE',
  'SURGE_DISMISSED',
  'SURGE_REOPENED',
  'MEDIA_RESTORED',
  'MEDIA_ERASED',
  'TRASH_EXPIRED',
  'MEDIA_SEEN',
  'TRASH_EMPTY_REQUEST',
  'TRASH_EMPTY_COMPLETED',
  'OPERATION_STOPPED',
  'OPERATION_FAILED',
  'MAIL_NOT_DELIVERED',
  'TEST_EMAIL_SENT',
  'TEST_EMAIL_FAILED',
  'backup',
  'CHECKUP_REPAIR',
  'ACCOUNT_DELETE_REQUEST',
  'ACCOUNT_DELETE_COMPLETED',
  'PERSONAL_DATA_EXPORTED',
  'USER_RENAMED',
  'USER_BLOCKED',
  'USER_UNBLOCKED',
  'BAN_ADDED',
  'BAN_LIFTED',
  'OPERATOR_ADDED',
  'OPERATOR_CHANGED',
  'OPERATOR_PASSWORD_CHANGED',
  'OPERATOR_SECOND_FACTOR_ON',
  'OPERATOR_SECOND_FACTOR_OFF',
] as const
export type AuditEvent = (typeof auditEvents)[number]

export const auditEntry = z
  .object({
    id: z.number(),
    event: z.string(),
    timestamp: z.iso.datetime(),
    actor: z.string(),
    requestId: z.string().nullable(),
    /** Name of the operator. */
    operator: z.string().nullable(),
    context: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntry>

/** Names of the item and the user that an entry is about, if they still exist. */
const listedEntry = auditEntry
  .extend({
    item: z.object({ originalName: z.string(), status: z.enum(['live', 'waiting', 'trashed']) }).nullable(),
    username: z.string().nullable(),
  })
  .meta({ id: 'ListedAuditEntry' })
export type ListedAuditEntry = z.infer<typeof listedEntry>

/** Filters of `admin.md §5`. Days are in UTC. */
const filters = {
  eventType: z.enum(['all', ...auditEvents]).optional(),
  search: searchText,
  date: day.optional(),
}

/** Lists audit log entries in pages, newest first (`admin.md §7`). `export=true` returns a file. */
export const listAuditLogs = contract({
  method: 'GET',
  path: '/api/admin/audit-logs',
  query: pageQuery.extend({
    ...filters,
    export: z.enum(['true', 'false']).optional(),
  }),
  response: z.array(listedEntry),
})

/** See `admin.md §2`. */
export const auditStats = contract({
  method: 'GET',
  path: '/api/admin/audit-log-stats',
  query: z.strictObject(filters),
  response: z.object({ total: z.number(), purge: z.number(), delete: z.number(), daysActive: z.number() }),
})
