import { type ZoneId, zoneIds } from '@hotvote/shared/ads'
import type { PageQuery } from '@hotvote/shared/page'
import type { AsRead, SettingChange } from '@hotvote/shared/settings'
import { addOperatorEntry } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import { lockUntilCommit } from '../../db/locks.ts'
import type { Deps } from '../../deps.ts'
import { effectiveZone } from '../../domain/ad-placement.ts'
import { AppError } from '../../domain/errors.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import type { Operator } from '../../http/guards.ts'
import { adZone } from './all-settings.ts'
import type { Setting } from './setting.ts'
import { addChange, changesOf } from './setting-changes.queries.ts'
import { addVersion, savedRow, writeOnlyRow } from './settings.queries.ts'

type Site = Pick<Deps, 'config'>

/** The row in force; undefined when nothing was ever saved. */
const rowInForce = async ({ config }: Site, db: Db, setting: Setting) => {
  const row = await savedRow(db, setting)
  return row && setting.inForce ? setting.inForce(row, config) : row
}

/** @throws {AppError} `not_found` when nothing was saved of a setting without defaults */
export const readSetting = async (deps: Site & Pick<Deps, 'db'>, setting: Setting): Promise<object> => {
  const row = await rowInForce(deps, deps.db, setting)
  if (row) return withIsoTimes(row)
  if (setting.defaults) return setting.defaults
  throw new AppError('not_found', 'There is no configuration yet.')
}

/** Characters of a value in a message. */
const VALUE_MAX = 80
const shortened = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text
}

/** What of it the operator sends: that can be saved again. */
const valuesOf = ({ save }: Setting, from: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([field]) => field in save.body.shape))

type Sent = Record<string, unknown> & { asRead?: AsRead | undefined }

/** @throws {AppError} `conflict` naming both values when the setting was changed since it was read */
const refuseChanged = ({ asRead = {}, ...wanted }: Sent, now: Record<string, unknown>) => {
  const issues = Object.entries(asRead)
    .filter(([path, value]) => now[path] !== undefined && now[path] !== value)
    .map(([path]) => ({ path, message: `${path} is now ${shortened(now[path])}, yours is ${shortened(wanted[path])}` }))
  if (issues.length === 0) return
  const values = issues.map(({ message }) => message).join('; ')
  throw new AppError('conflict', `This setting was changed since you read it: ${values}.`, { issues })
}

/** Writes a setting of the operator and its audit entry together; two who save one setting do so one after the other. */
export const saveSetting = (
  deps: Site & Pick<Deps, 'db' | 'log'>,
  operator: Operator,
  { setting, sent: { asRead, ...wanted } }: { setting: Setting; sent: Sent },
): Promise<object> => {
  const { name, row, audited, history, check, inForce } = setting
  check?.(wanted, deps.config)
  return withTx(deps, async (tx) => {
    await lockUntilCommit(tx, 'setting', name)
    const now = await rowInForce(deps, tx, setting)
    if (now) refuseChanged({ asRead, ...wanted }, now)
    const write = history ? addVersion : writeOnlyRow
    const [saved] = await write(tx, setting, row ? row(wanted) : wanted)
    if (saved === undefined) throw new Error(`saving ${name} answered without a row`)
    const context = { setting: name, ...(audited ? audited(wanted) : wanted) }
    const auditId = await addOperatorEntry(tx, operator, { event: 'SETTINGS_UPDATED', context })
    const answer = inForce ? inForce(saved, deps.config) : saved
    const old = now ?? setting.defaults ?? {}
    await addChange(tx, { auditId, oldValues: valuesOf(setting, old), newValues: valuesOf(setting, answer) })
    return withIsoTimes(answer)
  })
}

/** What happened to a setting: a page of it, as the audit log has it. */
export const readChanges = async ({ db }: Pick<Deps, 'db'>, setting: Setting, query: PageQuery) => {
  const { rows, nextCursor } = await changesOf(db, setting.name, query)
  const changes = rows.map(
    ({ id, createdAt, actor, context, oldValues, newValues }): SettingChange => ({
      id,
      timestamp: createdAt.toISOString(),
      actor,
      ip: typeof context.ip === 'string' ? context.ip : null,
      old: oldValues,
      new: newValues ?? valuesOf(setting, context),
    }),
  )
  return { changes, nextCursor }
}

const zoneOf = (text: string): ZoneId => {
  const zone = zoneIds.find((id) => id === text)
  if (!zone) throw new AppError('not_found', 'There is no such ad zone.')
  return zone
}

/** The advertisement of a zone as visitors get it; undefined while it is switched off. */
export const activeZone = async ({ db, config }: Pick<Deps, 'db' | 'config'>, zoneId: string) => {
  zoneOf(zoneId)
  const zone = await savedRow(db, adZone)
  return zone?.isActive ? effectiveZone(zone, config) : undefined
}
