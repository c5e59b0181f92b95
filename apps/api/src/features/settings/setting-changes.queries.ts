import type { PageQuery } from '@hotvote/shared/page'
import type { SettingName } from '@hotvote/shared/settings'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { newestFirst } from '../../db/keyset.ts'
import { auditLog, settingChanges } from '../../db/schema/index.ts'

/** Beside its entry of the audit log, in the same transaction. */
export const addChange = (db: Db, change: typeof settingChanges.$inferInsert) =>
  db.orm.insert(settingChanges).values(change)

const { id, event, actor, context, createdAt } = auditLog
const { oldValues, newValues } = settingChanges

const isAbout = (name: SettingName) => and(eq(event, 'SETTINGS_UPDATED'), eq(sql`${context} ->> 'setting'`, name))

/** Entries of the audit log about a setting, the newest first. Those from before values were recorded have none. */
export const changesOf = async (db: Db, name: SettingName, query: PageQuery) => {
  const listed = db.orm
    .select({ id, createdAt, actor, context, oldValues, newValues })
    .from(auditLog)
    .leftJoin(settingChanges, eq(settingChanges.auditId, id))
  return newestFirst(id, query).pageOf(listed, isAbout(name))
}

export const countOfChanges = (db: Db, name: SettingName) => db.orm.$count(auditLog, isAbout(name))
