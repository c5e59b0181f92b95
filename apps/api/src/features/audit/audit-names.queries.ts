import type { AuditEntry, ListedAuditEntry } from '@hotvote/shared/operator/audit'
import { and, ilike, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { auditLog, media, users } from '../../platform/db/schema/index.ts'

type ItemStatus = NonNullable<ListedAuditEntry['item']>['status']

const listIds = (entries: AuditEntry[], key: 'mediaId' | 'userId') =>
  entries.map(({ context }) => context[key]).filter((id) => typeof id === 'number')

const isShown = inArray(media.status, ['ready', 'waiting', 'trashed'])

/** Skips rows that are newer than the entry, because a database reset reuses ids. */
const findOlder = <Row extends { id: number; createdAt: Date }>(rows: Row[], id: unknown, { timestamp }: AuditEntry) =>
  rows.find((row) => row.id === id && row.createdAt.toISOString() <= timestamp)

const idIn = (key: 'mediaId' | 'userId') =>
  sql`CASE jsonb_typeof(${auditLog.context} -> ${key}) WHEN 'number' THEN (${auditLog.context} ->> ${key})::bigint END`

/** True for entries whose item or user has a matching name. After a reset, that includes older entries with its id. */
export const isNamed = (pattern: string) =>
  or(
    sql`${idIn('mediaId')} IN (SELECT id FROM ${media} WHERE ${and(isShown, ilike(media.originalName, pattern))})`,
    sql`${idIn('userId')} IN (SELECT id FROM ${users} WHERE ${ilike(users.username, pattern)})`,
  )

/** Adds the names of items and users that still exist. */
export const addNames = async ({ orm }: Db, entries: AuditEntry[]) => {
  const status = sql<ItemStatus>`CASE ${media.status} WHEN 'ready' THEN 'live' ELSE ${media.status} END`
  const [items, accounts] = await Promise.all([
    orm
      .select({ id: media.id, createdAt: media.createdAt, originalName: media.originalName, status })
      .from(media)
      .where(and(inArray(media.id, listIds(entries, 'mediaId')), isShown)),
    orm
      .select({ id: users.id, createdAt: users.createdAt, username: users.username })
      .from(users)
      .where(inArray(users.id, listIds(entries, 'userId'))),
  ])
  return entries.map((entry) => {
    const item = findOlder(items, entry.context.mediaId, entry)
    const username = findOlder(accounts, entry.context.userId, entry)?.username ?? null
    return {
      ...entry,
      item: item ?? null,
      username,
    }
  })
}
