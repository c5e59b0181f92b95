import { z } from 'zod'
import { type Contract, contract } from './contract.ts'

/**
 * Part of the body of each save: the setting as it was read before it was changed. 409 `conflict`, with both values, when
 * somebody changed it since. Left out, whatever is there is replaced.
 */
const asRead = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional()
export type AsRead = z.infer<typeof asRead>

type OfSetting<Path, Form extends z.ZodRawShape, Setting> = {
  path: Path
  /** What the operator sends. */
  form: z.ZodObject<Form>
  /** What both calls answer with. */
  setting: Setting
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
  ...limit
}: OfSetting<Path, Form, Setting>) => ({
  read: contract({ method: 'GET', path, response: setting }),
  save: contract({ method: 'POST', path, body: form.extend({ asRead }), response: setting, ...limit }),
})
