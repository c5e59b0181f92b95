import type { SettingName } from '@hotvote/shared/operator/settings'
import type { PageQuery } from '@hotvote/shared/page'
import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { newestFirst } from '../../platform/db/keyset.ts'
import { auditLog, redirectCounts, settings } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { TODAY, today } from '../../platform/db/time.ts'

export const countRedirect = async (db: Db, kind: string): Promise<undefined> => {
  const { day, kind: ofKind, count } = redirectCounts
  await db.orm
    .insert(redirectCounts)
    .values({ day: today, kind, count: 1 })
    .onConflictDoUpdate({ target: [day, ofKind], set: { count: sql`${count} + 1` } })
    .prepare('count_redirect')
    .execute()
}

const REDIRECT_COUNTS = statement({
  name: 'redirect_counts',
  row: { day: z.string(), idle: z.number(), back: z.number(), swipe: z.number() },
  text: `
SELECT to_char(day, 'YYYY-MM-DD') AS day,
  coalesce(sum(count) FILTER (WHERE kind = 'idle'), 0)::bigint AS idle,
  coalesce(sum(count) FILTER (WHERE kind = 'back'), 0)::bigint AS back,
  coalesce(sum(count) FILTER (WHERE kind = 'swipe'), 0)::bigint AS swipe
FROM generate_series(${TODAY} - ($1::int - 1), ${TODAY}, interval '1 day') AS each(day)
LEFT JOIN redirect_counts USING (day)
GROUP BY day ORDER BY day`,
})

export const countRedirects = (db: Db, days: number) => db.query(REDIRECT_COUNTS, [days])

export type Version = Pick<typeof settings.$inferSelect, 'version' | 'values' | 'createdAt'>

export const newestVersion = async ({ orm }: Db, name: SettingName): Promise<Version | undefined> => {
  const { version, values, createdAt } = settings
  const [newest] = await orm
    .select({ version, values, createdAt })
    .from(settings)
    .where(eq(settings.name, name))
    .orderBy(desc(version))
    .limit(1)
    .prepare('newest_setting')
    .execute()
  return newest
}

/** Returns undefined if a concurrent save has already added this version. */
export const insertVersion = async ({ orm }: Db, added: typeof settings.$inferInsert): Promise<Version | undefined> => {
  const [inserted] = await orm.insert(settings).values(added).onConflictDoNothing().returning()
  return inserted
}

export const listVersions = (db: Db, name: SettingName, query: PageQuery) => {
  const { version, values, actor, createdAt } = settings
  const before = alias(settings, 'before')
  const isBefore = and(eq(before.name, name), eq(before.version, sql`${version} - 1`))
  const { context } = auditLog
  // Read the operator's address from the audit log, because the retention rules clear it there.
  const isItsEntry = and(
    eq(auditLog.event, 'SETTINGS_UPDATED'),
    eq(sql`${context} ->> 'setting'`, name),
    eq(sql`${context} ->> 'version'`, sql`${version}::text`),
  )
  const ip = sql<string | null>`${context} ->> 'ip'`
  const listed = db.orm
    .select({ id: version, version, values, valuesBefore: before.values, actor, ip, createdAt })
    .from(settings)
    .leftJoin(before, isBefore)
    .leftJoin(auditLog, isItsEntry)
  return newestFirst(version, query).pageOf(listed, eq(settings.name, name))
}

export const countVersions = ({ orm }: Db, name: SettingName) => orm.$count(settings, eq(settings.name, name))
