import type { Contract } from '@hotvote/shared/contract'
import type { pageQuery } from '@hotvote/shared/page'
import type { SettingName } from '@hotvote/shared/settings'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'

type ReadCall = Contract & { response: z.ZodType<object> }
type SaveCall = ReadCall & { body: z.ZodType<Record<string, unknown> & { version?: number | undefined }> }
type HistoryCall = Contract & { query: typeof pageQuery; response: z.ZodType<object[]> }
type Config = Pick<Deps['config'], 'adminHost'>

/** One setting of the operator. Calls, versions, audit entry and the 409 are those of every setting. */
export type Setting<Values extends z.ZodObject = z.ZodObject> = {
  name: SettingName
  /** Reads a version, and has a default for each field. */
  values: Values
  /** With the error `not_found`, reading fails until the first save (`admin.md §7`). */
  read: ReadCall
  save: SaveCall
  /** The specified call for all versions. */
  history?: HistoryCall
  /** What of it the audit log stores. Default: all. */
  audited?(values: z.output<Values>): object
  /** @throws {AppError} when this site may not be set so */
  check?(sent: Partial<z.output<Values>>, config: Config): void
  /** The values as they work on this site. Default: as saved. */
  inForce?(values: z.output<Values>, config: Config): z.output<Values>
}

/** The identity, which infers the exact type of the values. */
export const setting = <Values extends z.ZodObject>(own: Setting<Values>) => own
