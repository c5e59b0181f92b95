import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { knownMigrations } from '../db/migrate.ts'
import { auditLog } from '../db/schema/index.ts'
import { statement } from '../db/statement.ts'
import { allSettings } from '../features/settings/all-settings.ts'
import type { Setting } from '../features/settings/setting.ts'
import { newestVersion } from '../features/settings/settings.queries.ts'
import { breach, type Check, type Findings, looked } from './check.ts'
import type { Site } from './site.ts'
import { ask } from './site-answers.ts'

const MIGRATIONS = statement({
  name: 'checkup_migrations',
  row: { hash: z.string(), times: z.number() },
  text: 'SELECT hash, count(*) AS times FROM drizzle.__drizzle_migrations GROUP BY hash',
})

/** How many migrations of this code the database has not had; and how many it had that are not of this code, or twice. */
export const migrationsOf = async (db: Db) => {
  const ours = knownMigrations().map(({ hash }) => hash)
  const applied = new Map((await db.query(MIGRATIONS)).map(({ hash, times }) => [hash, times]))
  return {
    count: ours.length,
    pending: ours.filter((hash) => !applied.has(hash)).length,
    foreign: [...applied.keys()].filter((hash) => !ours.includes(hash)).length,
    repeated: [...applied.values()].filter((times) => times > 1).length,
  }
}

/** The version that the audit log names last; 0 before the first save. */
const lastAudited = async ({ db }: Site, { name }: Setting): Promise<number> => {
  const version = sql<number>`(${auditLog.context} ->> 'version')::int`
  const isIts = and(eq(auditLog.event, 'SETTINGS_UPDATED'), sql`${auditLog.context} ->> 'setting' = ${name}`)
  const entries = db.orm.select({ version }).from(auditLog).where(isIts).orderBy(desc(auditLog.id))
  return (await entries.limit(1))[0]?.version ?? 0
}

/** A setting can be read, and its newest version is the one that was saved last: both are written together. */
const lookAtSetting = async (site: Site, setting: Setting, found: Findings) => {
  const { name, values } = setting
  const newest = await newestVersion(site.db, name)
  const [version, audited] = [newest?.version ?? 0, await lastAudited(site, setting)]
  if (version !== audited) breach(found, `${name} has version ${version}, and version ${audited} was saved last`)
  if (newest && !values.safeParse(newest.values).success) breach(found, `${name} cannot be read`)
}

const PUBLIC = ['/', '/dmca', '/api/ad-config/skip-button']

const lookAtAnswers = async ({ config }: Site, url: string, found: Findings) => {
  for (const path of PUBLIC) {
    const { headers } = await ask(url, path)
    for (const name of ['x-content-type-options', 'content-security-policy'])
      if (!headers.get(name)) breach(found, `${path} answers without ${name}`)
  }
  const { status } = await ask(url, '/api/admin/audit-logs')
  // With a host of its own, it is not here for anybody (docs/decisions/043).
  const isClosed = status === 401 || (status === 404 && config.adminHost !== undefined)
  if (!isClosed) breach(found, `/api/admin answers ${status} to nobody in particular`)
  looked(found, 'answers', PUBLIC.length + 1)
}

/** The schema is that of this code, the settings are those that were saved, and the site is closed where it should be. */
export const schemaAndSettings: Check = {
  number: 15,
  title: 'Schema, settings and headers are as they should be',
  async look(site, found) {
    const { count, pending, foreign, repeated } = await migrationsOf(site.db)
    looked(found, 'migrations', count)
    if (pending > 0) breach(found, `${pending} migrations of this version were not applied`)
    if (foreign > 0) breach(found, `${foreign} migrations are not of this version`)
    if (repeated > 0) breach(found, `${repeated} migrations were applied twice`)
    looked(found, 'settings', allSettings.length)
    for (const setting of allSettings) await lookAtSetting(site, setting, found)
    if (site.options.url === undefined) found.notes.push('without --url no headers and no login are looked at')
    else await lookAtAnswers(site, site.options.url, found)
  },
}
