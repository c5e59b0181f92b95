import type { Answer, Contract, Parsed } from '@hotvote/shared/contract'
import type { pageQuery } from '@hotvote/shared/page'
import type { AsRead, SettingName } from '@hotvote/shared/settings'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'

type ReadCall = Contract & { response: z.ZodType<object> }
type SaveCall = ReadCall & {
  body: z.ZodType<Record<string, unknown> & { asRead?: AsRead | undefined }> & { shape: object }
}
type HistoryCall = Contract & { query: typeof pageQuery; response: z.ZodType<object[]> }
type Config = Pick<Deps['config'], 'adminHost'>

type SettingOf<Table extends PgTable, Read extends ReadCall, Save extends SaveCall, Defaults> = {
  /** In the audit log, and in the address of its changes. */
  name: SettingName
  table: Table
  /** The row with the highest key is in force. */
  key: PgColumn
  read: Read
  save: Save
  /** The call for all versions: where there is one, each save adds a row; otherwise there is one row. */
  history?: HistoryCall
  /** In force before anything was saved; without it, reading is `not_found` (`admin.md §7`). */
  defaults: Defaults
  /** Makes the row of what was sent. Default: what was sent. */
  row?(sent: Parsed<Save, 'body'>): Partial<Table['$inferInsert']>
  /** What of it the audit log stores. Default: all. */
  audited?(sent: Parsed<Save, 'body'>): object
  /** @throws {AppError} when this site may not be set so */
  check?(sent: Parsed<Save, 'body'>, config: Config): void
  /** A row as it is in force on this site. Default: as it was saved. */
  inForce?(row: Table['$inferSelect'], config: Config): Table['$inferSelect']
}

/** One setting of the operator: all that is its own. Calls, history, audit entry and the 409 are those of every setting. */
export type Setting = SettingOf<PgTable, ReadCall, SaveCall, object | undefined>

/** The identity, which infers the exact types of its argument. */
export const setting = <
  Table extends PgTable,
  Read extends ReadCall,
  Save extends SaveCall,
  Defaults extends Answer<Read> | undefined,
>(
  own: SettingOf<Table, Read, Save, Defaults>,
) => own
