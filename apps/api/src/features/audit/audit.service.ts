import type { PageQuery } from '@hotvote/shared/page'
import { and, count, countDistinct, eq, ilike, like, or, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { readVersion } from '../../platform/config/version.ts'
import { countWhere, onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { containing, newestFirst } from '../../platform/db/keyset.ts'
import { auditLog } from '../../platform/db/schema/index.ts'
import type { OperatorCaller } from '../../platform/http/guards.ts'
import type { LostMail } from '../../platform/mail/send-queued.ts'
import { readDisk } from '../../platform/storage/free-disk.ts'
import { isNamed } from './audit-names.queries.ts'

export type AuditFilters = { eventType?: string | undefined; search?: string | undefined; date?: string | undefined }

const { id, event, actor, requestId, operator, context, createdAt } = auditLog

const timestamp = sql<string>`to_char(${createdAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** Searchable text of an entry as JSON, with both the displayed and the stored form of each value. */
const ENTRY_TEXT = sql`replace(json_build_object('id', ${id}, 'event', ${event}, 'timestamp', ${timestamp}, 'actor', ${actor},
  'requestId', ${requestId}, 'operator', ${operator}, 'context', ${context})::text, ' ', '')`

const contains = (search: string) =>
  or(ilike(ENTRY_TEXT, containing(search.replaceAll(' ', ''))), isNamed(containing(search.trim())))

const buildFilters = ({ eventType, search, date }: AuditFilters) =>
  and(
    eventType && eventType !== 'all' ? eq(event, eventType) : undefined,
    search?.trim() ? contains(search) : undefined,
    date ? sql`${createdAt} >= ${date}::date AND ${createdAt} < ${date}::date + 1` : undefined,
  )

export const auditEntries = async (db: Db, query: AuditFilters & PageQuery) => {
  const listed = db.orm.select({ id, event, timestamp, actor, requestId, operator, context }).from(auditLog)
  return newestFirst(id, query).pageOf(listed, buildFilters(query))
}

/** `daysActive` counts days in UTC. */
export const readAuditStats = async (db: Db, filters: AuditFilters) =>
  onlyRow(
    await db.orm
      .select({
        total: count(),
        purge: countWhere(like(event, '%PURGE%')),
        delete: countWhere(like(event, '%DELETE%')),
        daysActive: countDistinct(sql`(${createdAt} AT TIME ZONE 'UTC')::date`),
      })
      .from(auditLog)
      .where(buildFilters(filters)),
  )

export const countAuditEntries = (db: Db, filters: AuditFilters) => db.orm.$count(auditLog, buildFilters(filters))

/** Limits failed logins to one entry per network and minute, so password guessing can't fill the log. */
const isFirstOfMinute = ({ rateLimit }: Pick<Deps, 'rateLimit'>, ip: string) =>
  rateLimit('failedLoginEntry', { address: ip }).then(
    () => true,
    (failure) => {
      if (failure instanceof AppError && failure.code === 'too_many_requests') return false
      throw failure
    },
  )

export const recordFailedLogin = async (
  deps: Pick<Deps, 'db' | 'rateLimit'>,
  { requestId, ip }: OperatorCaller,
  { failures, wait }: { failures: number; wait: number | undefined },
) => {
  const context = { ip, failures }
  if (await isFirstOfMinute(deps, ip))
    await recordAudit(deps.db, { event: 'OPERATOR_LOGIN_FAILED', actor: 'visitor', requestId, context })
  if (wait === undefined) return
  const locked = { ...context, seconds: wait }
  await recordAudit(deps.db, { event: 'OPERATOR_LOGIN_LOCKED', actor: 'system', requestId, context: locked })
}

/** Records an undelivered email. `about` contains ids, and `reason` never contains an address. */
export const recordLostMail = (db: Db, { mailId, reason, about }: LostMail) =>
  recordAudit(db, { event: 'MAIL_NOT_DELIVERED', actor: 'system', context: { ...about, reason, mailId } })

type DeploymentDeps = Pick<Deps, 'db' | 'storage' | 'config'>

/** Omits host and folder names, because audit entries are permanent. */
const checkFiles = async ({ storage, config: { s3, dataDir } }: DeploymentDeps) => {
  const provider = s3 ? 's3' : 'local'
  try {
    await storage.ready()
    if (s3) return { ok: true, provider }
    return { ok: true, provider, freeBytes: (await readDisk(dataDir)).free }
  } catch {
    return { ok: false, provider }
  }
}

/** Records a process start, which is the first entry of a new site (`admin.md §3`). */
export const recordStart = ({ db, config }: DeploymentDeps, { isEmbedded }: { isEmbedded: boolean }): Promise<void> => {
  const context = { version: readVersion(), role: config.role, node: process.version, isEmbedded }
  return recordAudit(db, { event: 'DEPLOYMENT_STARTUP', actor: 'system', context })
}

/** See `admin.md §3`. */
export const recordFileCheck = async (deps: DeploymentDeps): Promise<void> => {
  const context = await checkFiles(deps)
  await recordAudit(deps.db, { event: 'DEPLOYMENT_FILE_SYSTEM_CHECK', actor: 'system', context })
}
