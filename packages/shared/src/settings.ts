import { z } from 'zod'
import { type Contract, contract } from './contract.ts'
import { pageQuery } from './page.ts'

/**
 * Part of the body of each save: the setting as it was read before it was changed. 409 `conflict`, with both values, when
 * somebody changed it since. Left out, whatever is there is replaced.
 */
const asRead = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional()
export type AsRead = z.infer<typeof asRead>

/** Null until a setting is saved for the first time. */
export const lastSaved = z.iso.datetime().nullable()

type OfSetting<Path, Form extends z.ZodRawShape, Setting> = {
  path: Path
  /** What the operator sends. */
  form: z.ZodObject<Form>
  /** What both calls answer with. */
  setting: Setting
  /** Reading is `not_found` until it is saved for the first time. */
  hasNoDefaults?: true
} & Pick<Contract, 'bodyLimit'>

/** The operator's two calls for a setting, at one address. */
export const settingContracts = <
  const Path extends Contract['path'],
  Form extends z.ZodRawShape,
  Setting extends z.ZodType,
>({
  path,
  form,
  setting,
  hasNoDefaults,
  ...limit
}: OfSetting<Path, Form, Setting>) => ({
  read: contract({ method: 'GET', path, response: setting, errors: hasNoDefaults ? ['not_found'] : [] }),
  save: contract({
    method: 'POST',
    path,
    body: form.extend({ asRead }),
    response: setting,
    errors: ['conflict'],
    ...limit,
  }),
})

/** Every version of a setting that was saved, the newest first, in pages: `X-Total-Count` and `Link`. */
export const settingHistory = <const Path extends Contract['path'], Setting extends z.ZodType>(
  path: Path,
  setting: Setting,
) => contract({ method: 'GET', path, query: pageQuery, response: z.array(setting) })
