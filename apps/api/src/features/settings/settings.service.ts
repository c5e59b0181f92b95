import type { AsRead } from '@hotvote/shared/settings'
import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import type { Operator } from '../../http/guards.ts'
import { recordOperator } from '../audit/audit.service.ts'

type Saving<Row> = {
  /** Names the setting and what is no secret of it. */
  context: { setting: string } & Record<string, unknown>
  /** As the one who saves has read it, and as they want it. */
  asRead: AsRead
  wanted: object
  /** What holds now; undefined when nothing was ever saved. */
  read: (tx: Db) => Promise<object | undefined>
  write: (tx: Db) => Promise<Row | undefined>
}

/** Characters of a value that a message tells. */
const TOLD = 80
const told = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > TOLD ? `${text.slice(0, TOLD)}…` : text
}

/** @throws {AppError} `conflict` naming what holds now and what was to be saved, when it is not as it was read */
const refuseChanged = ({ asRead = {}, wanted }: Pick<Saving<unknown>, 'asRead' | 'wanted'>, now: object) => {
  const [held, mine] = [now, wanted] as Record<string, unknown>[]
  const issues = Object.entries(asRead)
    .filter(([path, value]) => held?.[path] !== undefined && held[path] !== value)
    .map(([path]) => ({ path, message: `${path} is now ${told(held?.[path])}, yours is ${told(mine?.[path])}` }))
  if (issues.length === 0) return
  const values = issues.map(({ message }) => message).join('; ')
  throw new AppError('conflict', `This setting was changed since you read it: ${values}.`, { issues })
}

/** Writes a setting of the operator and its audit entry together; two who save one setting do so one after the other. */
export const saveSetting = <Row>(
  deps: Pick<Deps, 'db' | 'log'>,
  who: Operator,
  { context, asRead, wanted, read, write }: Saving<Row>,
): Promise<Row> =>
  withTx(deps, async (tx) => {
    await tx.query({ text: `SELECT pg_advisory_xact_lock(hashtext($1))` }, [`setting ${context.setting}`])
    const now = await read(tx)
    if (now) refuseChanged({ asRead, wanted }, now)
    const row = await write(tx)
    if (row === undefined) throw new Error(`saving ${context.setting} answered without a row`)
    await recordOperator(tx, who, { event: 'SETTINGS_UPDATED', context })
    return row
  })
