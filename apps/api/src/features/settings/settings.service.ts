import type { SettingChange } from '@hotvote/shared/operator/settings'
import type { PageQuery } from '@hotvote/shared/page'
import { type ZoneId, zoneIds } from '@hotvote/shared/visitor/ads'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { effectiveZone } from '../../domain/ad-placement.ts'
import { AppError } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { Operator } from '../../platform/http/guards.ts'
import type { Setting } from './all-settings.ts'
import { access, adZone, reports, secondFactor, uploadReview } from './all-settings.ts'
import { insertVersion, listVersions, newestVersion, type Version } from './settings.queries.ts'

type Site = Pick<Deps, 'config'>

const valuesInForce = ({ config }: Site, { values, inForce }: Setting, stored: object = {}) => {
  const parsed = values.parse(stored)
  return inForce ? inForce(parsed, config) : parsed
}

const toAnswer = (site: Site, setting: Setting, saved?: Version) => {
  const savedAt = saved?.createdAt.toISOString() ?? null
  const version = { version: saved?.version ?? 0, updatedAt: savedAt, id: saved?.version ?? null, createdAt: savedAt }
  return { ...valuesInForce(site, setting, saved?.values), ...version }
}

const hasDefaults = ({ read }: Setting) => !read.errors?.includes('not_found')

/** @throws {AppError} `not_found` if the setting has no defaults and was never saved */
export const readSetting = async (deps: Site & Pick<Deps, 'db'>, setting: Setting): Promise<object> => {
  const newest = await newestVersion(deps.db, setting.name)
  if (!newest && !hasDefaults(setting)) throw new AppError('not_found', 'There is no configuration yet.')
  return toAnswer(deps, setting, newest)
}

/** Returns the defaults until the first save. */
export const readValues = async <Values extends z.ZodObject>(db: Db, { name, values }: Setting<Values>) =>
  values.parse((await newestVersion(db, name))?.values ?? {})

type Sent = Record<string, unknown> & { version?: number | undefined }
type Save = { setting: Setting; sent: Sent; actor: string }

/** The primary key rejects one of two concurrent saves. @throws {AppError} `conflict` if `version` is outdated */
const addVersion = async (tx: Db, save: Save): Promise<Version> => {
  const { setting, sent, actor } = save
  const { version, ...wanted } = sent
  const newest = await newestVersion(tx, setting.name)
  const number = newest?.version ?? 0
  if (version !== undefined && version !== number)
    throw new AppError('conflict', 'This setting was changed since you read it. Check the new values, then save again.')
  const values = setting.values.parse({ ...newest?.values, ...wanted })
  const added = await insertVersion(tx, { name: setting.name, version: number + 1, values, actor })
  return added ?? addVersion(tx, save)
}

/** Saves a version and its audit entry in one transaction. */
export const saveSetting = (
  deps: Site & Pick<Deps, 'db' | 'log'>,
  operator: Operator,
  { setting, sent }: Omit<Save, 'actor'>,
): Promise<object> => {
  const { name, audited, check } = setting
  check?.(sent, deps.config, operator)
  return withTx(deps, async (tx) => {
    const added = await addVersion(tx, { setting, sent, actor: operator.name })
    const context = { setting: name, version: added.version, ...(audited ? audited(added.values) : added.values) }
    await recordOperator(tx, operator, { event: 'SETTINGS_UPDATED', context })
    return toAnswer(deps, setting, added)
  })
}

export const readHistory = async (deps: Site & Pick<Deps, 'db'>, setting: Setting, query: PageQuery) => {
  const { rows, nextCursor } = await listVersions(deps.db, setting.name, query)
  return { rows: rows.map((version) => toAnswer(deps, setting, version)), nextCursor }
}

export const readChanges = async (deps: Site & Pick<Deps, 'db'>, setting: Setting, query: PageQuery) => {
  const { rows, nextCursor } = await listVersions(deps.db, setting.name, query)
  const parseValues = (stored?: object) => setting.values.parse(valuesInForce(deps, setting, stored))
  const changes = rows.map(
    ({ id, createdAt, actor, ip, values, valuesBefore }): SettingChange => ({
      id,
      timestamp: createdAt.toISOString(),
      actor,
      ip,
      old: valuesBefore || hasDefaults(setting) ? parseValues(valuesBefore ?? {}) : {},
      new: parseValues(values),
    }),
  )
  return { rows: changes, nextCursor }
}

const parseZone = (text: string): ZoneId => {
  const zone = zoneIds.find((id) => id === text)
  if (!zone) throw new AppError('not_found', 'There is no such ad zone.')
  return zone
}

export const activeZone = async (
  { db, config }: Pick<Deps, 'db'> & { config: { adminHost: string | undefined } },
  zoneId: string,
) => {
  parseZone(zoneId)
  const zone = await readValues(db, adZone)
  return zone.isActive ? effectiveZone(zone, config) : undefined
}

export const readAccess = (db: Db) => readValues(db, access)
export const readReportRules = (db: Db) => readValues(db, reports)
export const readReviewRules = (db: Db) => readValues(db, uploadReview)
export const readSecondFactorRules = (db: Db) => readValues(db, secondFactor)
